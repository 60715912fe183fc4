"""Who is expected to sign, who has, and what they decided."""

from ackgate.model.evidence import Condition, DecisionStatement, SignatureRecord
from ackgate.report.display import SignatureRow
from ackgate.report.language import Translator
from ackgate.report.numbers import iso_minute
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import decision_words, verdict_words


def signature_rows(source: Source) -> tuple[SignatureRow, ...]:
    """Decisions taken first, then the roles still open."""
    records = source.evidence.signatures if source.evidence else ()
    signed_roles = {record.statement.role for record in records}
    approvers = [(approver.role, approver.name or "") for approver in source.metadata.approvers]
    expected = approvers or _unsigned_default_roles(signed_roles, source.t)
    taken = tuple(_taken(record, source) for record in records)
    still_open = tuple(
        SignatureRow(shown(role, 60), shown(name, 60), "", "", "", "", "")
        for role, name in expected
        if role not in signed_roles
    )
    return taken + still_open


def _unsigned_default_roles(signed_roles: set[str], t: Translator) -> list[tuple[str, str]]:
    """Roles asked for where no approver is named, known by their English or their translated name."""
    roles = {"Test engineer": t("Test engineer"), "QA lead": t("QA lead")}
    return [(words, "") for role, words in roles.items() if role not in signed_roles]


def _taken(record: SignatureRecord, source: Source) -> SignatureRow:
    t, statement = source.t, record.statement
    details = [_condition_words(condition, source) for condition in statement.conditions]
    if statement.reason:
        details.append(t("Reason: {reason}", reason=shown(statement.reason, 400)))
    return SignatureRow(
        role=shown(statement.role, 60),
        name=shown(statement.name, 60),
        decision=decision_words(statement.decision, t),
        chosen=statement.decision,
        detail=" ".join(details),
        signature=f"{record.scheme} {_first_characters(record.signature)}",
        date=t("{time} (claimed)", time=iso_minute(statement.claimed_time)),
        override=statement.overrides,
    )


def _first_characters(signature: str) -> str:
    """Enough to tell signatures apart on paper; an armoured one starts after its header and magic."""
    body = "".join(line for line in signature.splitlines() if not line.startswith("-----"))
    return f"\u2026{body[-16:]}"


def _condition_words(condition: Condition, source: Source) -> str:
    t = source.t
    return t(
        "Condition: {text} (owner: {owner}, due: {due}).",
        text=shown(condition.text, 300),
        owner=shown(condition.owner or t("open"), 60),
        due=condition.due.isoformat() if condition.due else t("open"),
    )


def overrides(source: Source) -> tuple[str, ...]:
    """A sentence for each human decision that goes against a FAIL."""
    records = source.evidence.signatures if source.evidence else ()
    return tuple(_override(record.statement, source) for record in records if record.statement.overrides)


def _override(statement: DecisionStatement, source: Source) -> str:
    t = source.t
    return t(
        "Human decision against the tool's verdict {verdict}: {name} ({role}) {decision}. Reason: {reason}",
        verdict=verdict_words(statement.tool_verdict, t),
        name=shown(statement.name, 60),
        role=shown(statement.role, 60),
        decision=decision_words(statement.decision, t),
        reason=shown(statement.reason or t("none given"), 400),
    )
