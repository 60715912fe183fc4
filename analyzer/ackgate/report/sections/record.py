"""Section 12: scope, risks, distribution and the full record of decisions."""

from ackgate.report.display import Block, Cell, Facts, Note, Row, Section, Table, heads
from ackgate.report.numbers import iso_minute
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import decision_words, verdict_words


def record(source: Source) -> Section:
    """What is missing is shown as open."""
    t, metadata = source.t, source.metadata
    blocks: list[Block] = [_about(source)]
    if metadata.risks:
        rows = tuple(
            Row((Cell(shown(risk.text, 400)), Cell(shown(risk.mitigation or t("open"), 400))))
            for risk in metadata.risks
        )
        blocks.append(Table(t("Risks"), heads(t("Risk"), t("Mitigation"), numeric_from=9), rows))
    else:
        blocks.append(Note(t("Risks: open (metadata.yaml names none).")))
    blocks.append(_decisions(source))
    blocks.append(
        Note(t("Times of decisions are those claimed by the signer's clock; ackgate verify checks the rest."))
    )
    return Section(12, "sign-off", t("Sign-off"), tuple(blocks))


def _about(source: Source) -> Facts:
    t, metadata = source.t, source.metadata
    fields = (
        (t("Report"), metadata.report_id),
        (t("Version"), metadata.version),
        (t("Issued"), metadata.issued.isoformat() if metadata.issued else None),
        (t("Author"), metadata.author),
        (t("Test plan"), metadata.test_plan),
        (t("System under test"), metadata.system_under_test),
        (t("Scope"), metadata.scope),
        (t("Out of scope"), metadata.out_of_scope),
        (t("Distribution"), ", ".join(metadata.distribution) or None),
        (t("Tool verdict"), verdict_words(source.statistics.verdict, t)),
        (t("Human decision"), _human(source)),
    )
    return Facts(
        tuple((name, shown(value, 300) if value else t("open")) for name, value in fields), t("Report")
    )


def _human(source: Source) -> str | None:
    records = source.evidence.signatures if source.evidence else ()
    if not records:
        return None
    statements = (record.statement for record in records)
    return "; ".join(f"{given.role}: {decision_words(given.decision, source.t)}" for given in statements)


def _decisions(source: Source) -> Block:
    t = source.t
    records = source.evidence.signatures if source.evidence else ()
    if not records:
        return Note(t("Decisions: open. Nobody has signed yet (ackgate sign)."))
    rows = tuple(
        Row(
            (
                Cell(str(entry.statement.sequence)),
                Cell(shown(entry.statement.name, 60)),
                Cell(decision_words(entry.statement.decision, t)),
                Cell(iso_minute(entry.statement.claimed_time), whole=True),
                Cell(shown(f"{entry.scheme} {entry.public_key}", 120), mono=True),
            )
        )
        for entry in records
    )
    columns = heads("#", t("Name"), t("Decision"), t("Claimed time"), t("Public key"), numeric_from=9)
    return Table(t("Decisions"), columns, rows)
