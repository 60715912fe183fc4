"""Words for verdicts, metrics and criteria, in one place for the page, its tables and junit.xml."""

from collections.abc import Sequence

from ackgate.model.criteria import Limit, Verdict
from ackgate.model.evidence import Decision
from ackgate.model.statistics import CriterionResult
from ackgate.report.display import Cell, Tone
from ackgate.report.language import Translator
from ackgate.report.numbers import DASH, NBSP, percent, quantity
from ackgate.report.text import shown

#: Longer ids make the verdict hard to read aloud.
_SHORT_ID = 8

TONES: dict[Verdict, Tone] = {"PASS": "ok", "FAIL": "bad", "INCONCLUSIVE": "warn", "NOT_TESTED": "warn"}


def verdict_words(verdict: Verdict, t: Translator) -> str:
    """The badge text. INCONCLUSIVE and NOT_TESTED stay apart from each other and from PASS."""
    return {
        "PASS": t("PASS"),
        "FAIL": t("FAIL"),
        "INCONCLUSIVE": t("INCONCLUSIVE"),
        "NOT_TESTED": t("NOT JUDGED"),
    }[verdict]


def badge(verdict: Verdict, t: Translator) -> Cell:
    """A verdict as a badge."""
    return Cell(verdict_words(verdict, t), badge=TONES[verdict], code=verdict)


def metric_words(metric: str, t: Translator) -> str:
    """A metric's name as readers know it."""
    names = {
        "connect_time": t("Connect time"),
        "acknowledge_time": t("Acknowledge time"),
        "response_time": t("Response time"),
        "send_delay": t("Send delay"),
        "end_to_end_latency": t("End-to-end latency"),
        "error_rate": t("Error rate"),
        "acknowledged_rate": t("Acknowledged rate"),
        "loss_rate": t("Loss rate"),
        "backlog_rate": t("Backlog rate"),
    }
    return names.get(metric, metric)


def criterion_words(criterion: CriterionResult, t: Translator) -> str:
    """``Acknowledge time P99, telemetry``."""
    statistic = criterion.statistic or ""
    statistic = statistic.upper() if statistic.startswith("p") else statistic
    words = f"{metric_words(criterion.metric, t)} {statistic}".strip()
    return f"{words}, {shown(criterion.label, 48)}" if criterion.label else words


def short_ids(criteria: Sequence[CriterionResult]) -> tuple[str, ...]:
    """What the page calls each criterion: its own id where all are short, else ``C1``, ``C2`` and so on."""
    ids = tuple(shown(criterion.id, 120) for criterion in criteria)
    if all(len(name) <= _SHORT_ID for name in ids) and len(set(ids)) == len(ids):
        return ids
    return tuple(f"C{place}" for place in range(1, len(ids) + 1))


def titled(title: str, ids: str, t: Translator) -> str:
    """A chart's title with the criteria it belongs to, as ``Broker backlog (C4)``."""
    return t("{title} ({ids})", title=title, ids=ids) if ids else title


def limit_words(criterion: CriterionResult) -> str:
    """The limit as written, with typographic comparison signs."""
    try:
        limit = Limit.parse(criterion.limit)
    except ValueError:
        return shown(criterion.limit, 24)
    sign = {"<=": "\u2264", ">=": "\u2265"}.get(limit.operator, limit.operator)
    return f"{sign}{NBSP}{quantity(limit.value, limit.unit, 6)}"


def limit_value(criterion: CriterionResult | None) -> float | None:
    """The limit's number in the unit of the observed value; None without a criterion."""
    if criterion is None:
        return None
    limit = Limit.parse(criterion.limit)
    scale_to_ms = {"us": 0.001, "ms": 1.0, "s": 1000.0}
    if criterion.unit in scale_to_ms and limit.unit in scale_to_ms:
        return limit.value * scale_to_ms[limit.unit] / scale_to_ms[criterion.unit]
    if criterion.unit == "" and limit.unit == "%":
        return limit.value / 100
    return limit.value


def observed_words(criterion: CriterionResult, t: Translator) -> str:
    """The measured value, or that there is none."""
    if criterion.observed is None:
        return t("no data") if criterion.n == 0 else t("not known")
    return in_unit(criterion.observed, criterion.unit, 5)


def interval_words(criterion: CriterionResult) -> str:
    """The interval of the measured value, a dash where there is none."""
    if criterion.low is None or criterion.high is None:
        return DASH
    low, high = in_unit(criterion.low, "", 4), in_unit(criterion.high, criterion.unit, 4)
    if criterion.unit == "":
        low = in_unit(criterion.low, criterion.unit, 4)
    return f"{low} \u2013 {high}" if criterion.low >= 0 else f"{low} … {high}"


def in_unit(value: float, unit: str, digits: int) -> str:
    """A value with its unit; ``%`` values are already per cent."""
    return percent(value / 100, digits) if unit == "%" else quantity(value, unit, digits)


def decision_words(decision: Decision, t: Translator) -> str:
    """A human decision as a participle."""
    return {
        "accept": t("accepted"),
        "conditional": t("accepted with conditions"),
        "reject": t("rejected"),
    }[decision]
