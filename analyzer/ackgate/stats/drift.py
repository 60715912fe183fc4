"""Does a latency creep over the steady window? Slope, its interval, and a test that allows for memory."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from ackgate.model.distribution import Drift
from ackgate.stats.context import Context
from ackgate.stats.intervals import LEVEL
from ackgate.stats.per_second import mean_ms_per_second

FloatArray = npt.NDArray[np.float64]
#: Neighbouring blocks may hardly remember each other (Hamed and Rao correct for what is left).
MAX_LAG1 = 0.2
MIN_BLOCKS = 12
MAX_BLOCKS = 240
#: Nominal level: memory below the threshold remains, so that 99 % nominal holds 95 % in simulation and 95 %
#: nominal does not.
NOMINAL = 0.99
#: A trend counts only where it adds more than this share of the level over the window.
PRACTICAL_SHARE = 0.05


@dataclass(frozen=True)
class Trend:
    """Theil-Sen slope per step with its interval, and the p value of no trend."""

    slope: float
    low: float
    high: float
    p_value: float


def lag1(series: FloatArray) -> float:
    """Lag-1 autocorrelation about the least-squares line; 0 for a constant series."""
    step = np.arange(series.size)
    fit = np.polyfit(step, series, 1)
    residual = series - np.polyval(fit, step)
    power = float(residual @ residual)
    return float(residual[1:] @ residual[:-1]) / power if power > 0 else 0.0


def blocks_without_memory(series: FloatArray) -> tuple[FloatArray, int]:
    """Block means of the shortest block, doubling, whose lag-1 autocorrelation is below 0.2.

    At most 240 blocks; stops before fewer than 12 would be left. Gives the means and the points per block.
    """
    size = max(1, -(-series.size // MAX_BLOCKS))
    while True:
        count = series.size // size
        means = series[: count * size].reshape(count, size).mean(axis=1)
        if series.size // (2 * size) < MIN_BLOCKS or abs(lag1(means)) < MAX_LAG1:
            return means, size
        size *= 2


def _pairwise_slopes(series: FloatArray) -> FloatArray:
    first, second = np.triu_indices(series.size, 1)
    return np.sort((series[second] - series[first]) / (second - first))


def _ranks(series: FloatArray) -> FloatArray:
    """1-based ranks; equal values share their mean rank."""
    _, inverse, counts = np.unique(series, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean_rank: FloatArray = last - (counts - 1) / 2
    return mean_rank[inverse]


def _variance_of_s(series: FloatArray) -> float:
    """Variance of Mann-Kendall's S with ties, times Hamed and Rao's factor (1998, J. Hydrology 204, eq. 13).

    The autocorrelation is that of the ranks of the detrended series; only significant lags enter.
    """
    n = series.size
    _, ties = np.unique(series, return_counts=True)
    plain = (n * (n - 1) * (2 * n + 5) - float((ties * (ties - 1) * (2 * ties + 5)).sum())) / 18
    slopes = _pairwise_slopes(series)
    ranks = _ranks(series - float(np.median(slopes)) * np.arange(n))
    centred = ranks - ranks.mean()
    power = float(centred @ centred)
    if power == 0:
        return plain
    bound = float(special.ndtri(0.5 + LEVEL / 2)) / math.sqrt(n)
    lags = range(1, min(n - 2, n // 3))
    memory = {lag: float(centred[lag:] @ centred[:-lag]) / power for lag in lags}
    total = sum((n - k) * (n - k - 1) * (n - k - 2) * rho for k, rho in memory.items() if abs(rho) > bound)
    return plain * max(1.0, 1 + 2 * total / (n * (n - 1) * (n - 2)))


def trend(series: FloatArray) -> Trend:
    """Theil-Sen slope (Sen 1968) and Mann-Kendall test with Hamed and Rao's variance; needs >= 4 points."""
    slopes = _pairwise_slopes(series)
    first, second = np.triu_indices(series.size, 1)
    s = float(np.sign(series[second] - series[first]).sum())
    deviation = math.sqrt(_variance_of_s(series))
    z = 0.0 if deviation == 0 else (s - math.copysign(1, s)) / deviation if s else 0.0
    reach = float(special.ndtri(0.5 + NOMINAL / 2)) * deviation
    low = max(0, math.floor((slopes.size - reach) / 2))
    high = min(slopes.size - 1, math.ceil((slopes.size + reach) / 2))
    p_value = 2 * float(special.ndtr(-abs(z)))
    return Trend(float(np.median(slopes)), float(slopes[low]), float(slopes[high]), p_value)


def drift_statistics(context: Context) -> list[Drift]:
    """Drift of the mean elapsed per second over the steady window; of publishes where there are any."""
    timeline = context.timeline
    if timeline.steady_s is None:
        return []
    publishes = mean_ms_per_second(context.cubes.series, "publish")
    series = publishes if publishes.size else mean_ms_per_second(context.cubes.series, None)
    inside = timeline.steady_seconds(series.index.to_numpy(dtype=np.int64))
    return [_drift(series.to_numpy(dtype=np.float64)[inside], timeline.series_step_s)]


def _drift(series_ms: FloatArray, step_s: int) -> Drift:
    if series_ms.size < MIN_BLOCKS:
        return _described("too_short", None, series_ms.size, float(step_s), None)
    means, size = blocks_without_memory(series_ms)
    block_s = float(size * step_s)
    found = trend(means)
    level_ms = float(np.median(means))
    limit_ms_per_block = PRACTICAL_SHARE * level_ms / means.size
    drifts = found.p_value < 1 - NOMINAL and abs(found.slope) > limit_ms_per_block
    per_hour = 3600 / block_s
    scaled = Trend(found.slope * per_hour, found.low * per_hour, found.high * per_hour, found.p_value)
    limit = limit_ms_per_block * per_hour
    return _described("drift" if drifts else "none", scaled, means.size, block_s, limit)


def _described(verdict: str, found: Trend | None, blocks: int, block_s: float, limit: float | None) -> Drift:
    return Drift.model_validate(
        {
            "quantity": "mean elapsed",
            "label": None,
            "verdict": verdict,
            "slope_per_hour": None if found is None else round(found.slope, 6),
            "low_per_hour": None if found is None else round(found.low, 6),
            "high_per_hour": None if found is None else round(found.high, 6),
            "unit": "ms",
            "p_value": None if found is None else round(found.p_value, 6),
            "blocks": blocks,
            "block_s": block_s,
            "practical_limit_per_hour": None if limit is None else round(limit, 6),
        }
    )
