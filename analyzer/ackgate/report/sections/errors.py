"""Section 7: what failed, by class, when first and last, with an example message."""

from collections.abc import Sequence

from ackgate.model.response_code import OutcomeClass
from ackgate.model.statistics import Outcome
from ackgate.report.display import Block, Cell, Note, Row, Section, Table, heads
from ackgate.report.language import Translator
from ackgate.report.numbers import iso_minute, number, percent
from ackgate.report.source import Source
from ackgate.report.text import shown

_ROWS = 60


def errors(source: Source) -> Section:
    """Failed rows; rows that succeeded with a telling code are listed apart."""
    t, statistics = source.t, source.statistics
    failed = [outcome for outcome in statistics.outcomes if outcome.outcome_class != "ok"]
    telling = [o for o in statistics.outcomes if o.outcome_class == "ok" and o.code not in ("200", "")]
    total = statistics.samples
    share = percent(statistics.errors / total if total else None)
    blocks: list[Block] = [
        Note(
            t(
                "{errors} of {total} samples failed ({share}).",
                errors=number(statistics.errors),
                total=number(total),
                share=share,
            )
        ),
        outcome_table(t("Failures by class"), failed, source),
    ]
    if telling:
        blocks.append(outcome_table(t("Successful rows with a reason code of their own"), telling, source))
    return Section(7, "errors", t("Errors"), tuple(blocks))


def class_words(outcome_class: OutcomeClass, t: Translator) -> str:
    """The class as readers know it."""
    return {
        "ok": t("ok"),
        "rejected": t("rejected by the broker"),
        "timeout": t("timeout"),
        "network": t("network"),
        "tls": t("TLS"),
        "connection_lost": t("connection lost"),
        "client": t("client"),
        "harness": t("test harness"),
    }[outcome_class]


def outcome_table(caption: str, outcomes: Sequence[Outcome], source: Source) -> Table:
    """The most frequent outcomes first; says how many are left out."""
    t = source.t
    ordered = sorted(outcomes, key=lambda outcome: (-outcome.count, outcome.code, outcome.label))
    rows = tuple(_row(outcome, source) for outcome in ordered[:_ROWS])
    note = ""
    if len(ordered) > _ROWS:
        note = t("Showing {n} of {total}: the most frequent ones.", n=_ROWS, total=number(len(ordered)))
    columns = (
        *heads(t("Code"), t("Class"), t("Label"), numeric_from=9),
        *heads(t("Rows"), numeric_from=0),
        *heads(t("First"), t("Last"), t("Example message"), numeric_from=9),
    )
    return Table(caption, columns, rows, note)


def _row(outcome: Outcome, source: Source) -> Row:
    return Row(
        (
            Cell(shown(outcome.code, 48)),
            Cell(class_words(outcome.outcome_class, source.t)),
            Cell(shown(outcome.label, 48), full=outcome.label),
            Cell(number(outcome.count), numeric=True),
            Cell(iso_minute(outcome.first), whole=True),
            Cell(iso_minute(outcome.last), whole=True),
            Cell(shown(outcome.message, 120), full=outcome.message),
        )
    )
