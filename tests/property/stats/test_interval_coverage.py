"""Every interval holds the truth as often as it says, and every test cries wolf as seldom."""

import math

import numpy as np
import pytest

from ackgate.stats.backlog_slope import backlog_slope
from ackgate.stats.drift import blocks_without_memory, trend
from ackgate.stats.intervals import block_bootstrap_mean, design_effect, order_statistic_ranks, wilson

FloatArray = np.ndarray[tuple[int], np.dtype[np.float64]]
#: 95 % less three standard errors of a simulation of this many rounds.
ROUNDS = 400
LEAST = 0.95 - 3 * math.sqrt(0.95 * 0.05 / ROUNDS)


def autoregressive(rng: np.random.Generator, n: int, memory: float) -> FloatArray:
    noise = rng.normal(size=n + 100)
    series = np.zeros(n + 100)
    for i in range(1, n + 100):
        series[i] = memory * series[i - 1] + noise[i]
    return series[100:]


@pytest.mark.parametrize(("rank", "n"), [("50", 40), ("90", 200), ("99", 500), ("99", 5_000)])
def test_order_statistics_enclose_a_percentile(rank: str, n: int) -> None:
    rng = np.random.default_rng([int(rank), n])
    truth = -math.log(1 - float(rank) / 100)  # of the exponential distribution
    low, high = order_statistic_ranks(n, rank)
    held = 0
    for _ in range(ROUNDS):
        column = np.sort(rng.exponential(size=n))
        held += column[low - 1] <= truth <= (column[high - 1] if high <= n else math.inf)
    assert held / ROUNDS >= LEAST


def test_order_statistics_enclose_a_percentile_of_samples_that_come_in_bursts() -> None:
    rng = np.random.default_rng(7)
    slices, per_slice = 200, 50
    held = plain = 0
    for _ in range(ROUNDS):
        slow = rng.beta(0.5, 9.5, slices)  # mean 5 %: some seconds are bad, most are not
        hits = rng.binomial(per_slice, slow)
        n = slices * per_slice
        # P95 lies at the edge of slow and fast: it is enclosed where the ranks reach both sides of that edge.
        fast = n - int(hits.sum())
        effective = n / design_effect(hits, np.full(slices, per_slice))
        for size in (effective, float(n)):
            low, high = order_statistic_ranks(n, "95", size)
            enclosed = low <= fast + 1 and high >= fast
            held, plain = (held, plain + enclosed) if size == n else (held + enclosed, plain)
    assert held / ROUNDS >= LEAST
    assert plain / ROUNDS < 0.9  # what the correction is for


@pytest.mark.parametrize(("n", "share"), [(50, 0.02), (1_000, 0.001), (1_000, 0.2)])
def test_wilson_encloses_a_share(n: int, share: float) -> None:
    rng = np.random.default_rng(n)
    held = 0
    for hits in rng.binomial(n, share, 2_000):
        interval = wilson(int(hits), n)
        assert interval.low is not None
        assert interval.high is not None
        held += interval.low <= share <= interval.high
    assert held / 2_000 >= 0.92  # Wilson's own coverage dips below nominal for small n * share


@pytest.mark.parametrize(("memory", "block"), [(0.0, 5), (0.6, 20)])
def test_the_block_bootstrap_encloses_a_mean_with_memory(memory: float, block: int) -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(ROUNDS // 2):
        interval = block_bootstrap_mean(autoregressive(rng, 600, memory), block=block, rounds=300)
        assert interval.low is not None
        assert interval.high is not None
        held += interval.low <= 0 <= interval.high
    assert held / (ROUNDS // 2) >= 0.90  # the block bootstrap is known to be a little short


def healthy_backlog(rng: np.random.Generator, seconds: int, rate_per_s: float, receivers: int) -> FloatArray:
    """Outstanding deliveries of a broker that keeps up, as one-second receive windows show it."""
    total = seconds + 5
    at_s = np.sort(rng.uniform(0, total, rng.poisson(rate_per_s * total)))
    receiver = rng.integers(0, receivers, at_s.size)
    window_s, phase_s = 1.001, rng.uniform(0, 1, receivers)
    seen_s = np.ceil((at_s - phase_s[receiver]) / window_s) * window_s + phase_s[receiver]
    owed = np.bincount(at_s.astype(np.int64), minlength=total)
    received = np.bincount(seen_s.astype(np.int64), minlength=total)
    outstanding = np.cumsum(owed)[:total] - np.cumsum(received)[:total]
    return outstanding[3 : 3 + seconds].astype(np.float64)


@pytest.mark.parametrize(("seconds", "rate_per_s", "receivers"), [(25, 100, 4), (300, 50, 4), (1_200, 20, 1)])
def test_a_healthy_run_is_not_called_a_backlog(seconds: int, rate_per_s: float, receivers: int) -> None:
    rng = np.random.default_rng(seconds)
    failed = enclosed = naive = 0
    rounds = 100
    for _ in range(rounds):
        outstanding = healthy_backlog(rng, seconds, rate_per_s, receivers)
        found = backlog_slope(outstanding, edge=rate_per_s)
        assert found is not None
        failed += found.low_per_s > 0.1
        enclosed += found.low_per_s <= 0 <= found.high_per_s
        naive += float(np.polyfit(np.arange(seconds), outstanding, 1)[0]) > 0.1
    assert failed == 0
    assert enclosed / rounds >= 0.95
    if seconds < 100:
        assert naive > 0  # a plain slope does exceed the redline on healthy runs


@pytest.mark.parametrize(
    ("seconds", "rate_per_s", "truth_per_s"), [(25, 500, 20), (300, 200, 5), (1_200, 100, 1)]
)
def test_a_wandering_backlog_is_enclosed(seconds: int, rate_per_s: int, truth_per_s: int) -> None:
    rng = np.random.default_rng(seconds)
    held = 0
    for _ in range(ROUNDS):
        grown = rng.poisson(rate_per_s, seconds) - rng.poisson(rate_per_s - truth_per_s, seconds)
        found = backlog_slope(np.cumsum(grown), edge=0)
        assert found is not None
        held += found.low_per_s <= truth_per_s <= found.high_per_s
    assert held / ROUNDS >= LEAST


def test_a_short_series_has_no_slope() -> None:
    assert backlog_slope([1.0] * 9, edge=0) is None


@pytest.mark.parametrize("memory", [0.0, 0.3, 0.6])
def test_a_series_with_memory_and_no_trend_seldom_drifts(memory: float) -> None:
    rng = np.random.default_rng(13)
    false_alarms = held = 0
    rounds = 200
    for _ in range(rounds):
        means, _size = blocks_without_memory(autoregressive(rng, 300, memory))
        found = trend(means)
        false_alarms += found.p_value < 0.01
        held += found.low <= 0 <= found.high
    assert false_alarms / rounds <= 0.05
    assert held / rounds >= LEAST


def test_a_real_trend_is_found() -> None:
    rng = np.random.default_rng(17)
    found = 0
    for _ in range(50):
        series = autoregressive(rng, 600, 0.6) + np.linspace(0, 5, 600)
        means, size = blocks_without_memory(series)
        slope = trend(means)
        found += slope.p_value < 0.01
        assert slope.low <= 5 / 600 * size <= slope.high or slope.p_value < 0.01
    assert found >= 48
