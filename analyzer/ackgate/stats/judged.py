"""A criterion under judgement: its observation, before limits of the data itself are applied."""

from dataclasses import dataclass

from ackgate.model.criteria import Criterion, Limit, Verdict
from ackgate.stats.intervals import Interval

_MS_PER = {"ms": 1.0, "us": 0.001, "s": 1000.0, "": 1.0}


@dataclass(frozen=True)
class Judged:
    """Observed value and interval in the limit's unit; ``observed`` None where not known."""

    observed: float | None
    interval: Interval
    n: int
    verdict: Verdict
    reason: str


def limit_of(criterion: Criterion) -> Limit:
    """The criterion's limit, parsed."""
    return Limit.parse(criterion.limit)


def holds(value: float, limit: Limit) -> bool:
    """Whether the value keeps the limit."""
    comparisons = {
        "<": value < limit.value,
        "<=": value <= limit.value,
        ">": value > limit.value,
        ">=": value >= limit.value,
    }
    return comparisons[limit.operator]


def is_ceiling(limit: Limit) -> bool:
    """True for ``<`` and ``<=``."""
    return limit.operator in ("<", "<=")


def from_ms(value_ms: float, unit: str) -> float:
    """A time in the unit of a limit; a limit without unit is in ms."""
    return round(value_ms / _MS_PER[unit], 9)


def to_ms(value: float, unit: str) -> float:
    """A limit's value in ms."""
    return value * _MS_PER[unit]


def not_tested(reason: str) -> Judged:
    """The data carries nothing that the criterion asks about."""
    return Judged(None, Interval(None, None), 0, "NOT_TESTED", reason)


def judged_point(observed: float, interval: Interval, n: int, limit: Limit) -> Judged:
    """The point value decides; where the interval holds the limit the reason says so."""
    good = holds(observed, limit)
    unit = limit.unit if limit.unit in ("%", "/s") else f" {limit.unit}".rstrip()
    reason = f"{observed:.6g}{unit} against {limit.operator} {limit.value:g}{unit}, {n} samples"
    low, high = interval.low, interval.high
    if low is not None and high is not None and low <= limit.value <= high:
        reason += "; the limit lies inside the 95 % interval"
    return Judged(observed, interval, n, "PASS" if good else "FAIL", reason)
