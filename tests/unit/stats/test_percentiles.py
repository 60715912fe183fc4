"""Nearest rank from counts, and the dashboard's rule beside it."""

import numpy as np
import pytest

from ackgate.stats.counts import Counts, GroupedCounts
from ackgate.stats.percentiles import (
    grouped_nearest_rank,
    minimum_samples,
    nearest_rank,
    percentile,
    percentiles,
)


def ones(*values: int) -> Counts:
    return Counts.of(list(values), [1] * len(values))


@pytest.mark.parametrize(("rank", "least"), [("50", 10), ("90", 50), ("99", 500), ("99.9", 5000), ("100", 1)])
def test_a_percentile_needs_five_samples_above_it(rank: str, least: int) -> None:
    assert minimum_samples(rank) == least
    assert percentile(Counts.of([7], [least]), rank) == 7
    if least > 1:
        assert percentile(Counts.of([7], [least - 1]), rank) is None


def test_ranks_are_exact_where_floating_point_is_not() -> None:
    assert nearest_rank(1000, "99.9") == 999
    assert nearest_rank(10, "70") == 7  # 0.7 * 10 is 7.000000000000001 in floating point
    assert nearest_rank(1, "50") == 1


def test_a_percentile_is_an_observed_value() -> None:
    counts = Counts.of([1, 1000], [985, 15])
    assert percentile(counts, "99") == 1000
    assert percentile(counts, "90") == 1


def test_the_dashboard_interpolates_between_neighbours() -> None:
    # Commons Math 3, Percentile: position p (n + 1) = 0.5 * 21 = 10.5 lies midway between 10 and 20.
    counts = Counts.of([10, 20], [10, 10])
    assert percentile(counts, "50", "jmeter") == 15
    assert percentile(counts, "50") == 10


def test_equal_values_of_different_rows_merge() -> None:
    counts = Counts.of([5, 3, 5], [2, 1, 4])
    assert counts.values.tolist() == [3, 5]
    assert counts.counts.tolist() == [1, 6]
    assert (counts.n, counts.minimum, counts.maximum) == (7, 3, 5)
    assert counts.mean == pytest.approx(33 / 7)


def test_microseconds_are_shown_in_milliseconds() -> None:
    assert percentiles(Counts.of([1234], [20]), per_ms=1000)["50"] == 1.234


def test_groups_are_ranked_apart() -> None:
    grouped = GroupedCounts.of([3, 1, 3, 1], [9, 5, 7, 6], [10, 10, 10, 20])
    assert grouped.groups.tolist() == [1, 3]
    assert grouped_nearest_rank(grouped, "50").tolist() == [6, 7]
    assert grouped.totals.tolist() == [30, 20]


def test_no_groups_give_no_percentiles() -> None:
    grouped = GroupedCounts.of([], [], [])
    assert grouped_nearest_rank(grouped, "50").size == 0
    assert grouped.totals.size == 0


def test_nothing_counted_has_no_figures() -> None:
    nothing = ones()
    assert (nothing.n, nothing.mean, nothing.minimum, nothing.maximum) == (0, None, None, None)
    assert percentiles(nothing, per_ms=1) == dict.fromkeys(("50", "90", "95", "99", "99.9", "100"), None)


def test_negative_values_keep_their_order() -> None:
    grouped = GroupedCounts.of([0, 0, 1], [-5, 3, -2], [1, 1, 1])
    assert grouped.values.tolist() == [-5, 3, -2]
    assert np.array_equal(grouped.sums, [-2, -2])
