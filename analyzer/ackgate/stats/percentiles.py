"""Percentiles from counts: exact nearest rank, and the rule of JMeter's dashboard for comparison."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from ackgate.model.distribution import Percentiles
from ackgate.stats.counts import Counts, GroupedCounts

PercentileMethod = Literal["nearest_rank", "jmeter"]
FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

#: Ranks every table shows. "100" is the maximum.
RANKS = ("50", "90", "95", "99", "99.9", "100")
#: A percentile needs this many samples expected above it.
MIN_ABOVE = 5


@lru_cache(maxsize=256)
def rank_ratio(rank: str) -> tuple[int, int]:
    """``"99.9"`` -> (999, 1000): exact, because 0.999 * n in floating point can miss a rank by one."""
    return (Decimal(rank) / 100).as_integer_ratio()


def minimum_samples(rank: str) -> int:
    """Fewest samples that carry a percentile: 5 / (1 - p); 1 for the maximum."""
    numerator, denominator = rank_ratio(rank)
    if numerator >= denominator:
        return 1
    return -(-MIN_ABOVE * denominator // (denominator - numerator))


def nearest_rank(n: int, rank: str) -> int:
    """1-based rank ``ceil(p * n)``, at least 1."""
    numerator, denominator = rank_ratio(rank)
    return max(1, -(-n * numerator // denominator))


def value_at(counts: Counts, position: int) -> int:
    """The ``position``-th smallest sample (1-based). Raises IndexError beyond ``counts.n``."""
    index = int(np.searchsorted(np.cumsum(counts.counts), position, side="left"))
    return int(counts.values[index])


def percentile(counts: Counts, rank: str, method: PercentileMethod = "nearest_rank") -> float | None:
    """One percentile in the unit of ``counts``; None below :func:`minimum_samples`."""
    if counts.n < minimum_samples(rank):
        return None
    if method == "jmeter":
        return _commons_math_percentile(counts, rank)
    return float(value_at(counts, nearest_rank(counts.n, rank)))


def _commons_math_percentile(counts: Counts, rank: str) -> float:
    """Commons Math 3 ``Percentile`` (LEGACY): interpolate at p * (n + 1), as JMeter's dashboard does."""
    numerator, denominator = rank_ratio(rank)
    whole, rest = divmod(numerator * (counts.n + 1), denominator)
    if whole < 1:
        return float(counts.values[0])
    if whole >= counts.n:
        return float(counts.values[-1])
    low, high = value_at(counts, whole), value_at(counts, whole + 1)
    return low + (rest / denominator) * (high - low)


def percentiles(counts: Counts, *, per_ms: int, method: PercentileMethod = "nearest_rank") -> Percentiles:
    """All of :data:`RANKS` in ms; ``per_ms`` is 1 for values in ms and 1000 for us."""
    found = {rank: percentile(counts, rank, method) for rank in RANKS}
    return {rank: None if value is None else round(value / per_ms, 6) for rank, value in found.items()}


def grouped_nearest_rank(grouped: GroupedCounts, rank: str, *, any_size: bool = False) -> FloatArray:
    """Nearest rank of every group at once, shape (groups,).

    NaN below :func:`minimum_samples`, unless ``any_size``: for a line in a chart, never for a table.
    """
    totals = grouped.totals
    if totals.size == 0:
        return np.zeros(0)
    numerator, denominator = rank_ratio(rank)
    positions = np.maximum(1, -(-totals * numerator // denominator))
    running = np.cumsum(grouped.counts)
    before = running[grouped.starts] - grouped.counts[grouped.starts]
    found = grouped.values[np.searchsorted(running, before + positions, side="left")].astype(np.float64)
    if not any_size:
        found[totals < minimum_samples(rank)] = np.nan
    return found


def grouped_percentiles(
    grouped: GroupedCounts, wanted: Sequence[int], *, method: PercentileMethod = "nearest_rank"
) -> list[Percentiles]:
    """:func:`percentiles` (ms, values in ms) of the groups at the ``wanted`` positions, in that order."""
    if method == "jmeter":
        return [percentiles(grouped.at(i), per_ms=1, method=method) for i in wanted]
    table = {rank: grouped_nearest_rank(grouped, rank) for rank in RANKS}
    return [
        {rank: None if np.isnan(column[i]) else float(column[i]) for rank, column in table.items()}
        for i in wanted
    ]
