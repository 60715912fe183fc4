"""Who makes up the upper mode: share per minute, per host, by first or repeated connection."""

import numpy as np
import numpy.typing as npt

from ackgate.model.distribution import Modes, Peak
from ackgate.stats.modes import find_modes
from ackgate.stats.table import Codes, ValueTable
from ackgate.stats.timeline import Timeline

MINUTE_MS = 60_000
MAX_MINUTES = 1_500
MAX_DENSE_SLICES = 1_000_000
#: Share of the mode's variance that time alone explains, from which it is a change of level.
LEVEL_SHIFT_EXPLAINED = 0.8
#: A host or connection kind that differs this much from the others is named.
TELLING_DIFFERENCE = 0.3

FloatArray = npt.NDArray[np.float64]


def describe_modes(table: ValueTable, timed: ValueTable, timeline: Timeline, *, per_ms: int) -> Modes:
    """Modes of successful rows and who makes up the upper one. A change of level in time is ``unimodal``.

    ``timed`` holds the same samples in whole milliseconds by time slice: only these know when they were.
    """
    modes = find_modes(table.counts, per_ms=per_ms)
    if modes.split_ms is None or timed.n == 0:
        return modes
    upper, later = table.value > modes.split_ms * per_ms, timed.value > modes.split_ms
    minute = (timed.slice_start_ms - timeline.start_ms) // MINUTE_MS
    hosts, kinds = _share_by(table.host, upper, table), _share_by(table.connection, upper, table)
    found = modes.model_copy(
        update={
            "upper_share_per_minute": _share_per_minute(minute, later, timed),
            "upper_share_per_host": hosts,
            "upper_share_by_connection": kinds,
        }
    )
    slices = (timed.slice_start_ms - timeline.start_ms) // max(1, timeline.slice_ms)
    if _explained_by(slices, later, timed) >= LEVEL_SHIFT_EXPLAINED:
        return _level_shift(found, table, timed, timeline, per_ms)
    notes = [*_telling("host", hosts), *_telling("connection", kinds)]
    return found.model_copy(update={"note": "; ".join(notes) or None})


def _sums(
    codes: npt.NDArray[np.int64], upper: npt.NDArray[np.bool_], table: ValueTable
) -> tuple[FloatArray, FloatArray]:
    total = np.bincount(codes, weights=table.count)
    inside = np.bincount(codes, weights=table.count * upper, minlength=total.size)
    return inside.astype(np.float64), total.astype(np.float64)


def _share_by(column: Codes, upper: npt.NDArray[np.bool_], table: ValueTable) -> dict[str, float]:
    """Share of the upper mode per name; empty where fewer than two names occur."""
    inside, total = _sums(column.codes, upper, table)
    shares = {
        column.names[i]: round(float(inside[i] / total[i]), 6)
        for i in range(total.size)
        if total[i] and column.names[i]
    }
    return dict(sorted(shares.items())) if len(shares) > 1 else {}


def _share_per_minute(
    minute: npt.NDArray[np.int64], upper: npt.NDArray[np.bool_], table: ValueTable
) -> list[float | None]:
    if minute.min() < 0 or minute.max() >= MAX_MINUTES:
        return []
    inside, total = _sums(minute, upper, table)
    return [round(float(a / b), 6) if b else None for a, b in zip(inside, total, strict=True)]


def _explained_by(slices: npt.NDArray[np.int64], upper: npt.NDArray[np.bool_], table: ValueTable) -> float:
    """Share of the variance of "in the upper mode" that lies between time slices (eta squared)."""
    codes = slices - slices.min()
    if int(codes.max()) > MAX_DENSE_SLICES:  # rows years apart: number only the slices that occur
        _, codes = np.unique(codes, return_inverse=True)
    inside, total = _sums(codes, upper, table)
    inside, total = inside[total > 0], total[total > 0]
    share = inside.sum() / total.sum()
    if inside.size < 3 or not 0 < share < 1:
        return 0.0
    between = float((total * (inside / total - share) ** 2).sum() / total.sum())
    return between / float(share * (1 - share))


def _level_shift(
    modes: Modes, table: ValueTable, timed: ValueTable, timeline: Timeline, per_ms: int
) -> Modes:
    slices = np.unique(timed.slice_start_ms[timed.value > (modes.split_ms or 0)])
    largest = max(modes.peaks, key=lambda peak: peak.share)
    levels = " and ".join(f"{peak.centre_ms:.4g} ms" for peak in modes.peaks)
    counts = table.counts
    whole = Peak(
        centre_ms=largest.centre_ms,
        share=1.0,
        p95_ms=largest.p95_ms,
        low_ms=int(counts.values[0]) / per_ms,
        high_ms=int(counts.values[-1]) / per_ms,
    )
    note = (
        f"level shift, not two modes at once: {levels} one after another; "
        f"the upper level from {timeline.at_s(int(slices[0])):g} s to "
        f"{timeline.at_s(int(slices[-1]) + timeline.slice_ms):g} s"
    )
    return modes.model_copy(update={"verdict": "unimodal", "peaks": [whole], "note": note})


def _telling(kind: str, shares: dict[str, float]) -> list[str]:
    if not shares or max(shares.values()) - min(shares.values()) < TELLING_DIFFERENCE:
        return []
    high, low = max(shares, key=lambda name: shares[name]), min(shares, key=lambda name: shares[name])
    return [f"the upper mode holds {shares[high]:.0%} of {kind} {high}, {shares[low]:.0%} of {kind} {low}"]
