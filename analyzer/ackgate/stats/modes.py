"""How many peaks a latency distribution has.

A kernel density of the logarithm (Silverman 1986, bandwidth 3.31), its peaks merged where the valley between
them is shallow and kept where they hold enough samples. Tests on raw whole milliseconds see a mode in every
millisecond, so whole milliseconds are spread evenly over the half millisecond to either side first: the
expectation of a uniform jitter, without its randomness.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ackgate.model.distribution import Modes, Peak
from ackgate.stats.counts import Counts
from ackgate.stats.percentiles import nearest_rank, value_at

MIN_SAMPLES = 300
COARSE_MEDIAN_MS = 5
BANDWIDTH_FLOOR = 0.06
VALLEY_DEPTH = 0.25
MIN_SHARE = 0.005
MIN_PEAK_SAMPLES = 30
#: Grid points per bandwidth, and at most this many in all.
POINTS_PER_BANDWIDTH = 20
MAX_POINTS = 8192
#: The kernel ends at five bandwidths; the grid reaches beyond the values by more.
KERNEL_REACH, MARGIN = 5, 6

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Density:
    """Density of ln(value in ms): even ascending grid and density, both of shape (points,)."""

    log_ms: FloatArray
    density: FloatArray


def _edges_ms(counts: Counts, per_ms: int) -> tuple[FloatArray, FloatArray]:
    """The interval each value stands for; a point for us values, narrower than any kernel."""
    centre = counts.values / per_ms
    if per_ms > 1:
        floor = 0.5 / per_ms
        return np.maximum(centre, floor), np.maximum(centre, floor)
    return np.maximum(centre - 0.5, 0.25), np.maximum(centre + 0.5, 0.5)


def _bandwidth(log_ms: FloatArray, weight: FloatArray) -> float:
    n = weight.sum()
    mean = float(log_ms @ weight) / n
    deviation = math.sqrt(float((log_ms - mean) ** 2 @ weight) / n)
    running = np.cumsum(weight)
    quartiles = log_ms[np.searchsorted(running, [0.25 * n, 0.75 * n])]
    spread = min(deviation, float(quartiles[1] - quartiles[0]) / 1.34) or deviation
    return max(BANDWIDTH_FLOOR, float(0.9 * spread * n**-0.2))


def log_density(counts: Counts, *, per_ms: int) -> Density:
    """Kernel density of ln(ms). ``per_ms``: 1 for values in ms, 1000 for us. Needs at least one sample."""
    low_ms, high_ms = _edges_ms(counts, per_ms)
    middle = np.log((low_ms + high_ms) / 2)
    bandwidth = _bandwidth(middle, counts.counts.astype(np.float64))
    start, stop = math.log(low_ms[0]) - MARGIN * bandwidth, math.log(high_ms[-1]) + MARGIN * bandwidth
    points = min(MAX_POINTS, math.ceil(POINTS_PER_BANDWIDTH * (stop - start) / bandwidth))
    edge = np.linspace(start, stop, points + 1)
    step = edge[1] - edge[0]
    mass = _spread_mass(edge, low_ms, high_ms, counts)
    smooth = np.convolve(mass, _gaussian(bandwidth / float(step)), mode="same")
    return Density((edge[:-1] + edge[1:]) / 2, smooth / (counts.n * step))


def _gaussian(deviation: float) -> FloatArray:
    """A kernel of sum 1 out to five deviations (in grid steps), odd in length."""
    reach = math.ceil(KERNEL_REACH * deviation)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    return np.asarray(kernel / kernel.sum(), dtype=np.float64)


def _tops(density: FloatArray) -> list[int]:
    """Indices of local maxima; the middle of a flat one."""
    begins = np.flatnonzero(np.append(True, density[1:] != density[:-1]))
    level = density[begins]
    ends = np.append(begins[1:], density.size) - 1
    higher = np.append(True, level[1:] > level[:-1]) & np.append(level[:-1] > level[1:], True)
    return [int(i) for i in (begins + ends)[higher & (level > 0)] // 2]


def _spread_mass(edge: FloatArray, low_ms: FloatArray, high_ms: FloatArray, counts: Counts) -> FloatArray:
    """Samples per grid cell, each value spread evenly (in ms) over its interval."""
    weight = counts.counts.astype(np.float64)
    if low_ms[0] == high_ms[0]:
        mass, _ = np.histogram(np.log(low_ms), bins=edge, weights=weight)
        return np.asarray(mass, dtype=np.float64)
    # The cumulative count is linear in ms inside an interval and flat between intervals.
    knots = np.ravel(np.column_stack((low_ms, high_ms)))
    running = np.cumsum(weight)
    steps = np.ravel(np.column_stack((running - weight, running)))
    return np.diff(np.interp(np.exp(edge), knots, steps, left=0.0, right=float(running[-1])))


def _merge_shallow(density: FloatArray, tops: list[int]) -> list[int]:
    """Drop the lower neighbour of each valley shallower than 25 % of the lower peak, shallowest first."""
    kept = list(tops)
    while len(kept) > 1:
        valleys = [float(density[a : b + 1].min()) for a, b in pairwise(kept)]
        lower = [min(density[a], density[b]) for a, b in pairwise(kept)]
        depth = [1 - valley / peak for valley, peak in zip(valleys, lower, strict=True)]
        worst = int(np.argmin(depth))
        if depth[worst] >= VALLEY_DEPTH:
            return kept
        kept.pop(worst if density[kept[worst]] < density[kept[worst + 1]] else worst + 1)
    return kept


def _splits(density: FloatArray, tops: list[int]) -> list[int]:
    return [a + int(np.argmin(density[a : b + 1])) for a, b in pairwise(tops)]


def _samples_between(counts: Counts, splits_ms: list[float], per_ms: int) -> list[int]:
    bounds = np.searchsorted(counts.values, [split * per_ms for split in splits_ms], side="right")
    running = np.r_[0, np.cumsum(counts.counts)]
    return [int(part) for part in np.diff(running[np.r_[0, bounds, counts.values.size]])]


def _keep_large(shape: Density, counts: Counts, tops: list[int], per_ms: int) -> list[int]:
    """Drop the smallest mode while it holds too few samples; they join a neighbour."""
    least = max(MIN_SHARE * counts.n, MIN_PEAK_SAMPLES)
    kept = list(tops)
    while len(kept) > 1:
        cuts = [float(np.exp(shape.log_ms[i])) for i in _splits(shape.density, kept)]
        held = _samples_between(counts, cuts, per_ms)
        smallest = int(np.argmin(held))
        if held[smallest] >= least:
            return kept
        kept.pop(smallest)
    return kept


def _peak(counts: Counts, centre_ms: float, low_ms: float, high_ms: float, per_ms: int) -> Peak:
    inside = (counts.values > low_ms * per_ms) & (counts.values <= high_ms * per_ms)
    part = Counts(counts.values[inside], counts.counts[inside])
    return Peak(
        centre_ms=round(centre_ms, 4),
        share=round(part.n / counts.n, 6),
        p95_ms=value_at(part, nearest_rank(part.n, "95")) / per_ms,
        low_ms=int(part.values[0]) / per_ms,
        high_ms=int(part.values[-1]) / per_ms,
    )


def find_modes(counts: Counts, *, per_ms: int) -> Modes:
    """Modes of successful samples; ``per_ms``: 1 for values in whole ms, 1000 for us.

    ``too_few_samples`` below 300; ``too_coarse`` for whole milliseconds with a median below 5 ms.
    """
    if counts.n < MIN_SAMPLES:
        return Modes(verdict="too_few_samples", peaks=[])
    if per_ms == 1 and value_at(counts, nearest_rank(counts.n, "50")) < COARSE_MEDIAN_MS:
        return Modes(verdict="too_coarse", peaks=[])
    shape = log_density(counts, per_ms=per_ms)
    tops = _merge_shallow(shape.density, _tops(shape.density))
    tops = _keep_large(shape, counts, tops, per_ms)
    cuts = [float(np.exp(shape.log_ms[i])) for i in _splits(shape.density, tops)]
    bounds = [-1.0, *cuts, math.inf]
    peaks = [
        _peak(counts, float(np.exp(shape.log_ms[top])), low, high, per_ms)
        for top, low, high in zip(tops, bounds, bounds[1:], strict=False)
    ]
    verdict = "unimodal" if len(peaks) == 1 else "bimodal" if len(peaks) == 2 else "multimodal"
    return Modes.model_validate(
        {"verdict": verdict, "peaks": peaks, "split_ms": round(cuts[-1], 4) if cuts else None}
    )
