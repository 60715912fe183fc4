"""Figures from counts equal those of the full column, whatever the values."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ackgate.model.distribution import Percentiles
from ackgate.stats.counts import Counts, GroupedCounts
from ackgate.stats.histogram import histogram
from ackgate.stats.modes import find_modes
from ackgate.stats.percentiles import RANKS, grouped_percentiles, minimum_samples, percentiles
from ackgate.stats.table import tables_by_quantity
from unit.stats.cube_builder import CubeBuilder

VALUES = st.lists(
    st.tuples(st.integers(0, 2_000_000), st.integers(1, 400)), min_size=1, max_size=60
)  # (value, how often)


def column_of(pairs: list[tuple[int, int]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.repeat([value for value, _ in pairs], [count for _, count in pairs])


def reference(column: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Percentiles:
    """numpy's own nearest rank (its "inverted_cdf") on every sample."""
    found: Percentiles = {}
    for rank in RANKS:
        known = column.size >= minimum_samples(rank)
        share = float(rank) / 100
        found[rank] = float(np.quantile(column, share, method="inverted_cdf")) if known else None
    return found


@settings(deadline=None)
@given(VALUES)
def test_percentiles_mean_and_extremes_equal_the_full_column(pairs: list[tuple[int, int]]) -> None:
    column = column_of(pairs)
    counts = Counts.of(*zip(*pairs, strict=True))
    assert percentiles(counts, per_ms=1) == reference(column)
    assert counts.n == column.size
    assert counts.mean == column.mean()
    assert (counts.minimum, counts.maximum) == (column.min(), column.max())


@settings(deadline=None)
@given(VALUES)
def test_the_dashboards_rule_equals_numpys_weibull_positions(pairs: list[tuple[int, int]]) -> None:
    column = column_of(pairs)
    found = percentiles(Counts.of(*zip(*pairs, strict=True)), per_ms=1, method="jmeter")
    for rank, value in found.items():
        if value is not None:
            expected = np.quantile(column, float(rank) / 100, method="weibull")
            assert abs(value - expected) <= 1e-6 * max(1.0, abs(expected))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 100_000), st.integers(1, 300)), min_size=1))
def test_grouped_percentiles_equal_each_group_alone(rows: list[tuple[int, int, int]]) -> None:
    grouped = GroupedCounts.of(*zip(*rows, strict=True))
    together = grouped_percentiles(grouped, range(grouped.groups.size))
    for position, group in enumerate(grouped.groups):
        alone = column_of([(value, count) for one, value, count in rows if one == group])
        assert together[position] == reference(alone)
        assert grouped.sums[position] == alone.sum()


@settings(deadline=None)
@given(VALUES)
def test_every_sample_is_in_one_bin_of_the_histogram(pairs: list[tuple[int, int]]) -> None:
    counts = Counts.of(*zip(*pairs, strict=True))
    for per_ms in (1, 1000):
        bins = histogram(counts, per_ms=per_ms)
        assert sum(one.count for one in bins) == counts.n
        assert all(one.low_ms < one.high_ms for one in bins)
        assert all(a.high_ms == b.low_ms for a, b in pairwise(bins))


@settings(deadline=None)
@given(VALUES)
def test_the_shares_of_all_peaks_are_the_whole(pairs: list[tuple[int, int]]) -> None:
    counts = Counts.of(*zip(*pairs, strict=True))
    for per_ms in (1, 1000):
        modes = find_modes(counts, per_ms=per_ms)
        if modes.peaks:
            assert abs(sum(peak.share for peak in modes.peaks) - 1) < 1e-4


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.booleans()), min_size=1, max_size=40))
def test_selecting_rows_counts_what_was_written(rows: list[tuple[str, bool]]) -> None:
    builder = CubeBuilder()
    for i, (label, success) in enumerate(rows):
        builder.add(i / 10, i, label=label, success=success)
    elapsed = tables_by_quantity(builder.cubes().values)["elapsed_ms"]
    for label in ("a", "b", "c"):
        assert elapsed.labelled(label).n == sum(one == label for one, _ in rows)
        assert elapsed.labelled(label).failed == sum(one == label and not good for one, good in rows)
