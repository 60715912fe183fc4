"""The counting tables agree with plain counting, packed or not."""

from collections import Counter

import numpy as np
import pytest

from ackgate.ingest.batch import Coded
from ackgate.ingest.buckets import three_digits, two_digits
from ackgate.ingest.counts import CodeTable, TimeCube, count_unique, label_rows

WIDE = 1 << 40


@pytest.mark.parametrize("scale", [1, 1_000, WIDE])
def test_distinct_rows_are_counted_whatever_their_range(scale: int) -> None:
    rng = np.random.default_rng(1)
    keys = [rng.integers(-3, 4, 500) * scale for _ in range(3)]
    columns, counts = count_unique(keys)
    expected = Counter(zip(*(key.tolist() for key in keys), strict=True))
    found = dict(zip(zip(*(c.tolist() for c in columns), strict=True), counts.tolist(), strict=True))
    assert found == expected
    assert list(found) == sorted(found)


@pytest.mark.parametrize("scale", [1, 1_000, WIDE])
def test_rows_are_numbered_by_their_distinct_values(scale: int) -> None:
    rng = np.random.default_rng(2)
    keys = [rng.integers(0, 4, 300) * scale for _ in range(3)]
    numbers = label_rows(keys, 300, lambda distinct: np.arange(len(distinct[0]), dtype=np.int64))
    rows = list(zip(*(key.tolist() for key in keys), strict=True))
    order = sorted(set(rows))
    assert numbers.tolist() == [order.index(one) for one in rows]


@pytest.mark.parametrize("constant", [0, 7])
@pytest.mark.parametrize("scale", [1, 1_000, WIDE])
def test_a_key_that_is_the_same_on_every_row_counts_as_a_column_of_it(scale: int, constant: int) -> None:
    rng = np.random.default_rng(3)
    keys = [rng.integers(0, 4, 300) * scale for _ in range(3)]
    column = np.full(300, constant)
    given, whole = count_unique((keys[0], constant, keys[1])), count_unique((keys[0], column, keys[1]))
    assert [one.tolist() for one in given[0]] == [one.tolist() for one in whole[0]]
    assert given[1].tolist() == whole[1].tolist()
    seen: list[list[int]] = []
    for first in (constant, column):
        label_rows((first, *keys), 300, lambda d: (seen.append(d[0].tolist()), np.arange(len(d[0])))[1])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("scale", [1, 1_000, WIDE])
@pytest.mark.parametrize(("how", "expected"), [("sum", [5, 5]), ("max", [3, 5])])
def test_amounts_are_reduced(how: str, expected: list[int], scale: int) -> None:
    keys = [np.array([1, 1, 2]) * scale, np.array([0, 0, -1]) * scale]
    assert count_unique(keys, np.array([2, 3, 5]), how)[1].tolist() == expected  # type: ignore[arg-type]


def test_time_slices_widen_without_losing_a_count() -> None:
    cube = TimeCube(1_000, 10)
    for second in range(1_000):
        cube.add(np.array([second * 1_000]), [np.array([second % 2])], np.array([1]))
    (time_ms, _), amounts = cube.cells()
    assert len(amounts) <= 10
    assert amounts.sum() == 1_000
    assert (time_ms % cube.slice_ms == 0).all()


def test_cells_read_once_stay_as_they_were_when_more_are_added() -> None:
    cube = TimeCube(1_000, 10)
    cube.add(np.array([0, 1_000]), [np.array([1, 1])], np.array([2, 3]))
    (before, _), amounts = cube.cells()
    cube.add(np.arange(2_000, 12_000, 1_000), [np.ones(10, dtype=np.int64)], np.ones(10, dtype=np.int64))
    assert cube.cells()[1].sum() == 15
    assert (before.tolist(), amounts.tolist()) == ([0, 1_000], [2, 3])


def test_texts_past_the_limit_share_one_code() -> None:
    table = CodeTable(2, "(other)")
    assert [table.code(text) for text in ("a", "b", "c", "d", "a")] == [0, 1, 2, 2, 0]
    assert table.texts == ["a", "b", "(other)"]
    assert table.overflowed == {"c": 0, "d": 0}


def test_rows_of_texts_past_the_limit_are_counted() -> None:
    table = CodeTable(1, "(other)")
    column = Coded(np.array([0, 1, 1, 2, 1], dtype=np.int32), ("a", "b", "c"))
    table.codes(column)
    table.count_overflow(column)
    table.count_overflow(column)
    assert table.overflowed == {"b": 6, "c": 2}


def test_texts_past_the_limit_are_remembered_in_bounded_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CodeTable, "MOST_TOLD_APART", 2)
    table = CodeTable(1, "(other)")
    assert [table.code(text) for text in ("a", "b", "c", "d", "e")] == [0, 1, 1, 1, 1]
    assert table.overflowed == {"b": 0, "c": 0}


def test_buckets_keep_their_digits() -> None:
    values = np.array([0, 9, 99, 100, 1_234, 98_765, 10**9 + 7])
    assert two_digits(values).tolist() == [0, 9, 99, 100, 1_200, 98_000, 10**9]
    wide = np.array([0, 1, 2_047, 2_048, 10**6, 10**12])
    assert np.allclose(three_digits(wide), wide, rtol=0.0005)
