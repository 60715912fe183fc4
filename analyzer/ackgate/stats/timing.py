"""A timed quantity, whole and steady."""

from ackgate.model.distribution import Percentiles, Timing
from ackgate.stats.counts import Counts
from ackgate.stats.percentiles import PercentileMethod, percentiles
from ackgate.stats.table import ValueTable
from ackgate.stats.timeline import Timeline


def scale(quantity: str) -> int:
    """Units of a quantity per millisecond: 1000 for ``*_us``, 1 for ``elapsed_ms``."""
    return 1000 if quantity.endswith("_us") else 1


def milliseconds(value: float | None, per_ms: int) -> float | None:
    """In ms, rounded to the nanosecond so that it prints the same everywhere."""
    return None if value is None else round(value / per_ms, 6)


def timing(
    table: ValueTable | None, timeline: Timeline, *, per_ms: int, method: PercentileMethod
) -> Timing | None:
    """Timing of successful rows; None where there is none."""
    if table is None or table.good.n == 0:
        return None
    whole = table.good.counts
    steady = timeline.steady_rows(table.good)
    return Timing(
        n=whole.n,
        mean_ms=milliseconds(whole.mean, per_ms),
        percentiles_ms=percentiles(whole, per_ms=per_ms, method=method),
        steady_n=None if steady is None else steady.n,
        steady_percentiles_ms=steady_percentiles(steady, per_ms=per_ms, method=method),
    )


def steady_percentiles(
    steady: ValueTable | None, *, per_ms: int, method: PercentileMethod
) -> Percentiles | None:
    """Percentiles of the steady window's successful rows; None where there is no window."""
    return None if steady is None else percentiles(steady.good.counts, per_ms=per_ms, method=method)


def timing_of_counts(counts: Counts, *, per_ms: int, method: PercentileMethod) -> Timing | None:
    """Timing without a steady window, from merged counts; None where there is none."""
    if counts.n == 0:
        return None
    return Timing(
        n=counts.n,
        mean_ms=milliseconds(counts.mean, per_ms),
        percentiles_ms=percentiles(counts, per_ms=per_ms, method=method),
    )
