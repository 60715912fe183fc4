"""``ackgate verify``: does the page still say what the raw files say, and who signed it?"""

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from ackgate.cli.progress_bar import progress_bar
from ackgate.cli.verification import Verification, verify_folder
from ackgate.evidence import EvidenceError
from ackgate.evidence.collect import pages_beside
from ackgate.evidence.folder import EVIDENCE, read_evidence
from ackgate.model.evidence import Evidence


def verify(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Analyzed folder with evidence.json.")],
    signer: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Public key that may sign (.pub of keygen or SSH); repeatable."),
    ] = None,
) -> None:
    """Hash every file, look for added ones, count and judge again, make the page again, check signatures.

    Without --signer a signature proves only that nothing changed since somebody with that key signed.

    Exit code: 0 all is as sealed, 1 something differs (each file is named), 2 there is no evidence.

    Example: ackgate verify runs/one --signer keys/qa-lead.pem.pub
    """
    if not (directory / EVIDENCE).is_file():
        raise EvidenceError(f"{directory / EVIDENCE} is missing: run ackgate analyze first")
    try:
        evidence = read_evidence(directory)
    except EvidenceError as failure:
        typer.echo(f"DIFFERS {EVIDENCE}: {failure}")
        raise typer.Exit(1) from failure
    _say_other_version(evidence)
    with progress_bar() as progress:
        result = verify_folder(directory, evidence, _trusted(signer), progress)
    _say(result, evidence)
    if beside := pages_beside(directory):
        typer.echo(f"Not sealed, so not checked: {', '.join(beside)}; ackgate report makes them again")
    if result.differences:
        raise typer.Exit(1)


def _trusted(paths: list[Path] | None) -> frozenset[str] | None:
    return None if not paths else frozenset(_public_key(path) for path in paths)


def _public_key(path: Path) -> str:
    """The key as records name it: hex of Ed25519, or an SSH line without its comment."""
    try:
        words = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as failure:
        raise EvidenceError(f"cannot read the public key {path}: {failure}") from failure
    if not words or "PRIVATE" in words:
        raise EvidenceError(f"{path} is no public key: give the .pub file")
    return " ".join(words[:2]) if words[0].startswith(("ssh-", "ecdsa-", "sk-")) else words[0]


def _say_other_version(evidence: Evidence) -> None:
    made_by = evidence.core.versions.get("analysis")
    if made_by != version("ackgate"):
        typer.echo(
            f"Made by ackgate {made_by}, this is {version('ackgate')}: figures and page may differ for that.",
            err=True,
        )


def _say(result: Verification, evidence: Evidence) -> None:
    for difference in result.differences:
        typer.echo(f"DIFFERS {difference.path}: {difference.text}")
    for record in result.signatures:
        statement = record.statement
        typer.echo(
            f"Signature {statement.sequence}: {statement.name} ({statement.role}), {statement.decision}, "
            f"claimed {statement.claimed_time}, {record.scheme} key {record.public_key}"
        )
    if result.differences:
        count = len(result.differences)
        typer.echo(f"Not verified: {count} difference{'s' if count > 1 else ''}")
        return
    typer.echo(
        f"Verified: {result.files} files hashed, statistics and verdicts counted again, page made again, "
        f"{len(result.signatures)} signatures; evidence {evidence.core_sha256}"
    )
