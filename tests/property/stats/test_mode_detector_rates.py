"""How often the mode detector cries wolf, and how often it misses one."""

from collections.abc import Callable

import numpy as np
import pytest

from ackgate.stats.counts import Counts
from ackgate.stats.modes import find_modes

FloatArray = np.ndarray[tuple[int], np.dtype[np.float64]]
Shape = Callable[[np.random.Generator, int], FloatArray]
ROUNDS = 40
SHAPES: dict[str, Shape] = {
    "normal": lambda rng, n: rng.normal(50, 6, n),
    "lognormal": lambda rng, n: rng.lognormal(3.5, 0.5, n),
    "gamma": lambda rng, n: 5 + rng.gamma(2, 15, n),
    "exponential": lambda rng, n: 5 + rng.exponential(30, n),
    "weibull": lambda rng, n: 10 + 40 * rng.weibull(1.5, n),
}


def counted(values_ms: FloatArray, per_ms: int) -> Counts:
    """Whole milliseconds as JMeter writes them, or microseconds in buckets of three digits."""
    values = np.rint(np.maximum(values_ms, 0) * per_ms).astype(np.int64)
    if per_ms > 1:
        width = 10 ** np.maximum(0, np.floor(np.log10(np.maximum(values, 1))) - 2).astype(np.int64)
        values = values // width * width
    return Counts.of(values, np.ones(values.size, dtype=np.int64))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [300, 1_000, 5_000, 20_000])
@pytest.mark.parametrize("per_ms", [1, 1000])
def test_one_peak_is_called_two_in_at_most_five_percent(shape: str, n: int, per_ms: int) -> None:
    rng = np.random.default_rng([n, per_ms, len(shape)])
    verdicts = [
        find_modes(counted(SHAPES[shape](rng, n), per_ms), per_ms=per_ms).verdict for _ in range(ROUNDS)
    ]
    assert sum(verdict != "unimodal" for verdict in verdicts) <= 0.05 * ROUNDS


@pytest.mark.parametrize(("upper_share", "n"), [(0.05, 1_000), (0.05, 20_000), (0.01, 5_000), (0.01, 20_000)])
@pytest.mark.parametrize("shape", ["lognormal", "gamma"])
@pytest.mark.parametrize("per_ms", [1, 1000])
def test_a_small_second_peak_is_found(upper_share: float, n: int, shape: str, per_ms: int) -> None:
    rng = np.random.default_rng([n, per_ms, round(100 * upper_share)])
    lower: dict[str, Shape] = {
        "lognormal": lambda rng, n: rng.lognormal(3.0, 0.3, n),
        "gamma": lambda rng, n: 5 + rng.gamma(4, 5, n),
    }
    found = 0
    for _ in range(ROUNDS):
        upper = int(rng.binomial(n, upper_share))
        values = np.concatenate((lower[shape](rng, n - upper), rng.normal(200, 20, upper)))
        modes = find_modes(counted(values, per_ms), per_ms=per_ms)
        if modes.verdict == "bimodal":
            found += 1
            assert modes.peaks[1].share == pytest.approx(upper / n, rel=0.1, abs=2e-3)
            assert modes.peaks[1].centre_ms == pytest.approx(200, rel=0.1)
    assert found >= 0.95 * ROUNDS


def test_whole_milliseconds_make_no_modes_of_their_own() -> None:
    rng = np.random.default_rng(5)
    counts = counted(rng.normal(8, 1, 20_000), 1)
    assert find_modes(counts, per_ms=1).verdict == "unimodal"


def test_values_too_coarse_or_too_few_get_no_verdict() -> None:
    assert find_modes(Counts.of([1, 2, 3], [500, 500, 500]), per_ms=1).verdict == "too_coarse"
    assert find_modes(Counts.of([10, 200], [150, 149]), per_ms=1).verdict == "too_few_samples"


def test_three_peaks_are_multimodal() -> None:
    rng = np.random.default_rng(6)
    values = np.concatenate([rng.normal(centre, centre / 20, 2_000) for centre in (10, 60, 400)])
    modes = find_modes(counted(values, 1000), per_ms=1000)
    assert modes.verdict == "multimodal"
    assert [round(peak.centre_ms, -1) for peak in modes.peaks] == [10, 60, 400]
