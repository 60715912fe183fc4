"""Confidence intervals. Each one's coverage is proven by simulation in the tests."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from ackgate.stats.percentiles import nearest_rank, rank_ratio

LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """Two-sided 95 % interval; None means unbounded on that side."""

    low: float | None
    high: float | None


def wilson(successes: float, n: float) -> Interval:
    """Interval of a proportion (Wilson 1927; Brown, Cai and DasGupta 2001). Unbounded for n = 0."""
    if n <= 0:
        return Interval(None, None)
    z = float(special.ndtri(0.5 + LEVEL / 2))
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def order_statistic_ranks(n: int, rank: str, effective_n: float | None = None) -> tuple[int, int]:
    """1-based ranks whose values enclose a percentile (David and Nagaraja, Order Statistics, 2003, 7.1).

    ``effective_n`` below ``n`` widens the interval where samples depend on each other in time. The upper rank
    may be ``n + 1``: no sample bounds the percentile from above.
    """
    numerator, denominator = rank_ratio(rank)
    share = numerator / denominator
    if share >= 1:
        return n, n
    size = max(1, round(effective_n)) if effective_n is not None else n
    tail = (1 - LEVEL) / 2
    low = _binomial_quantile(tail, size, share)
    high = _binomial_quantile(1 - tail, size, share) + 1
    if size == n:
        return max(1, low), min(n + 1, high)
    middle, scale = nearest_rank(n, rank), n / size
    spread_low, spread_high = share * size - low, high - share * size
    return max(1, middle - math.ceil(spread_low * scale)), min(n + 1, middle + math.ceil(spread_high * scale))


def _binomial_quantile(level: float, n: int, share: float) -> int:
    """Smallest k whose cumulative probability reaches ``level``."""
    guess = max(0, math.ceil(float(special.bdtrik(level, n, share))) - 1)
    return guess if float(special.bdtr(guess, n, share)) >= level else guess + 1


def design_effect(hits: npt.ArrayLike, totals: npt.ArrayLike) -> float:
    """How much time slices inflate the variance of a share over independent samples (Kish 1965), at least 1.

    ``hits`` and ``totals`` are counts per slice, shape (slices,). 1 where fewer than 8 slices hold samples.
    """
    size = np.asarray(totals, dtype=np.float64)
    seen = np.asarray(hits, dtype=np.float64)[size > 0]
    size = size[size > 0]
    share = seen.sum() / size.sum() if size.size else 0.0
    if size.size < 8 or not 0 < share < 1:
        return 1.0
    residual = seen - share * size
    independent = share * (1 - share) * size.sum()
    return max(1.0, float((residual**2).sum() * size.size / (size.size - 1) / independent))


def block_bootstrap_mean(
    series: npt.ArrayLike, *, block: int, seed: int = 20_250_101, rounds: int = 999
) -> Interval:
    """Interval of a time series' mean by the circular moving-block bootstrap (Politis and Romano 1992).

    ``series`` has shape (n,), equally spaced; ``block`` is its length in points. Unbounded below two blocks.
    """
    data = np.asarray(series, dtype=np.float64)
    if block < 1 or data.size < 2 * block:
        return Interval(None, None)
    generator = np.random.default_rng(seed)
    pieces = math.ceil(data.size / block)
    sums = np.convolve(np.r_[data, data[: block - 1]], np.ones(block), mode="valid")
    starts = generator.integers(0, data.size, size=(rounds, pieces))
    means = sums[starts].sum(axis=1) / (pieces * block)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, 1 - (1 - LEVEL) / 2])
    return Interval(float(low), float(high))
