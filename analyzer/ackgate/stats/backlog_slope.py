"""The rate at which a backlog grows, with an interval that a healthy run's window edges cannot break."""

import math

import numpy as np
import numpy.typing as npt
from scipy import special

from ackgate.model.delivery import BacklogEstimate
from ackgate.stats.intervals import LEVEL

MIN_BINS = 10
MAX_BLOCKS = 20
MIN_BLOCKS = 5

FloatArray = npt.NDArray[np.float64]


def backlog_slope(outstanding: npt.ArrayLike, *, edge: float, step_s: int = 1) -> BacklogEstimate | None:
    """Least-squares slope per second of cumulative owed minus received.

    ``outstanding``: one value per ``step_s``, shape (bins,). ``edge``: how many deliveries may have arrived
    but stand in a receive window (or counter) that is not yet written. Its drift over the window cannot be
    told from a backlog, so ``edge`` over the window is added to both sides. The rest of the interval is
    Student's t on block means plus the variance of a random walk, taken from the growth of the variogram
    (Cressie 1993, 2.4), because a saturated broker's backlog wanders. None below 10 bins.
    """
    data = np.asarray(outstanding, dtype=np.float64)
    if data.size < MIN_BINS:
        return None
    blocks = min(MAX_BLOCKS, max(MIN_BLOCKS, data.size // 5))
    size = data.size // blocks
    means = data[data.size - blocks * size :].reshape(blocks, size).mean(axis=1)
    centre = (np.arange(blocks) - (blocks - 1) / 2) * size
    slope = float(centre @ means / (centre @ centre))
    residual = means - means.mean() - slope * centre
    noise = float(residual @ residual) / (blocks - 2) / float(centre @ centre)
    wander = 1.2 * _random_walk_variance(data, slope) / data.size
    quantile = float(special.stdtrit(blocks - 2, 0.5 + LEVEL / 2))
    half = quantile * math.sqrt(noise + wander) + edge / data.size
    return BacklogEstimate(
        rate_per_s=round(slope / step_s, 6),
        low_per_s=round((slope - half) / step_s, 6),
        high_per_s=round((slope + half) / step_s, 6),
    )


def _random_walk_variance(data: FloatArray, slope: float) -> float:
    """Growth of the detrended variogram with the lag; at least 0 (noise about a line does not grow)."""
    detrended = data - slope * np.arange(data.size)
    lags = np.unique(np.linspace(1, min(30, max(2, data.size // 10)), 12).astype(np.int64))
    gamma = np.array([float(np.mean((detrended[lag:] - detrended[:-lag]) ** 2)) for lag in lags])
    if lags.size < 2:
        return 0.0
    return max(0.0, float(np.polyfit(lags.astype(np.float64), gamma, 1)[0]))


def drain_balance(owed: float, unknown: float, received: float, steady_s: float) -> BacklogEstimate:
    """What was still owed after the drain, over the steady duration.

    ``unknown``: deliveries of publishes that failed; the broker may have taken them, so received deliveries
    may belong to them. The interval is exact, not sampled: from none of them taken to all of them taken.
    """
    low, high = (owed - received) / steady_s, (owed + unknown - received) / steady_s
    return BacklogEstimate(rate_per_s=round(low, 6), low_per_s=round(low, 6), high_per_s=round(high, 6))
