"""``ackgate sign``: put a decision under a sealed folder."""

import datetime as dt
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from ackgate.cli.keygen import key_password
from ackgate.cli.page import page_of, write_page
from ackgate.evidence import EvidenceError, seal
from ackgate.evidence.canonical import sha256_of_file
from ackgate.evidence.folder import PAGE, read_evidence, read_signatures
from ackgate.evidence.keys import default_key_path, find_key
from ackgate.evidence.signing import append_record, record_sha256, sign_statement
from ackgate.evidence.verification import check_hashes, check_signatures
from ackgate.model.evidence import Condition, Decision, DecisionStatement, Evidence, SignatureRecord


class _Taken(NamedTuple):
    """A decision as its signer gave it."""

    role: str
    name: str
    decision: Decision
    conditions: tuple[Condition, ...]
    reason: str | None


def sign(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Analyzed folder with evidence.json.")],
    role: Annotated[str, typer.Option(help="In which role you sign, such as 'QA lead'.")],
    name: Annotated[str, typer.Option(help="Your name.")],
    decision: Annotated[str, typer.Option(metavar="accept|conditional|reject", help="What you decide.")],
    condition: Annotated[
        list[str] | None,
        typer.Option(
            metavar="'TEXT; OWNER; YYYY-MM-DD'", help="Condition with owner and due date; repeatable."
        ),
    ] = None,
    reason: Annotated[
        str | None, typer.Option(help="Why; needed to accept what the tool failed.", show_default=False)
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Private key, Ed25519 PEM or OpenSSH; default: where keygen puts it.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Sign a decision on the evidence of a folder and show it on its page.

    The tool's verdict stays as it is; yours stands beside it. Every file is hashed first: nothing is signed
    that differs from what was sealed.

    Example: ackgate sign runs/one --role "QA lead" --name "A. Okafor" --decision accept
    """
    conditions = tuple(parse_condition(text) for text in condition or ())
    taken = _Taken(role, name, _decision(decision), conditions, reason)
    evidence, records = read_evidence(directory), read_signatures(directory)
    _refuse_changed(directory, evidence, records)
    statement = _statement(directory, taken, evidence, records)
    record = sign_statement(statement, find_key(key or default_key_path(), key_password()), key_password())
    _put_under(directory, evidence, (*records, record))
    typer.echo(
        f"Signed as {role}: {decision} (record {statement.sequence}, evidence {evidence.core_sha256[:16]})"
    )


def _statement(
    directory: Path, taken: _Taken, evidence: Evidence, records: tuple[SignatureRecord, ...]
) -> DecisionStatement:
    return DecisionStatement(
        sequence=len(records) + 1,
        role=taken.role,
        name=taken.name,
        decision=taken.decision,
        conditions=taken.conditions,
        reason=taken.reason,
        tool_verdict=evidence.core.verdict,
        claimed_time=dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        core_sha256=evidence.core_sha256,
        page_sha256=sha256_of_file(directory / PAGE),
        previous_sha256=record_sha256(records[-1]) if records else None,
    )


def _put_under(directory: Path, evidence: Evidence, records: tuple[SignatureRecord, ...]) -> None:
    """Make the page with the new record first: where that fails, nothing was signed."""
    html = page_of(directory, evidence.core, records, evidence.language)
    append_record(directory, records[-1])
    write_page(directory / PAGE, html)
    seal(directory, evidence.core, evidence.language)


def _refuse_changed(directory: Path, evidence: Evidence, records: tuple[SignatureRecord, ...]) -> None:
    found = [*check_hashes(directory, evidence), *check_signatures(evidence, records)]
    if found:
        raise EvidenceError(
            f"{found[0].path} differs from what was sealed: {found[0].text}; run ackgate verify {directory}"
        )


def _decision(text: str) -> Decision:
    known: dict[str, Decision] = {"accept": "accept", "conditional": "conditional", "reject": "reject"}
    if text not in known:
        raise EvidenceError(f"no decision {text!r}: use accept, conditional or reject")
    return known[text]


def parse_condition(text: str) -> Condition:
    """``TEXT; OWNER; YYYY-MM-DD``, the last two optional. Raises EvidenceError: no text, or no such date."""
    condition, _, rest = text.partition(";")
    owner, _, due = rest.partition(";")
    if not condition.strip():
        raise EvidenceError(f"a condition needs a text: {text!r}; write 'TEXT; OWNER; YYYY-MM-DD'")
    try:
        date = dt.date.fromisoformat(due.strip()) if due.strip() else None
    except ValueError as failure:
        raise EvidenceError(f"{due.strip()!r} is no date: write it as YYYY-MM-DD") from failure
    return Condition(text=condition.strip(), owner=owner.strip() or None, due=date)
