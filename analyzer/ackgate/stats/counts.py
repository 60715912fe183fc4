"""Counted values: the only form in which samples reach the statistics."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]


#: Counting into a dense array beats sorting up to this many cells a row.
DENSE_CELLS_PER_ROW = 4
DENSE_CELLS = 1_000_000


def _sum_by_key(key: IntArray, weight: IntArray) -> tuple[IntArray, IntArray]:
    """Distinct keys (none negative) ascending, with the sum of their weights; both of shape (k,)."""
    if key.size == 0:
        return key, weight
    if int(key.max()) < DENSE_CELLS + DENSE_CELLS_PER_ROW * key.size:
        dense = np.bincount(key, weights=weight)
        found = np.flatnonzero(np.bincount(key))
        return _as_int(found), _as_int(np.rint(dense[found]))
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    first = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    return ordered[first], _as_int(np.add.reduceat(weight[order], first))


def _as_int(array: npt.ArrayLike) -> IntArray:
    return np.asarray(array, dtype=np.int64)


@dataclass(frozen=True)
class Counts:
    """Distinct values in ascending order and how often each was seen; both of shape (k,)."""

    values: IntArray
    counts: IntArray

    @classmethod
    def of(cls, values: npt.ArrayLike, counts: npt.ArrayLike) -> "Counts":
        """Sort and merge; ``values`` may repeat."""
        raw = _as_int(values)
        lowest = int(raw.min()) if raw.size else 0
        distinct, summed = _sum_by_key(raw - lowest, _as_int(counts))
        return cls(distinct + lowest, summed)

    @cached_property
    def n(self) -> int:
        """Number of samples."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float | None:
        """Arithmetic mean; None without samples."""
        return None if self.n == 0 else float(self.values @ self.counts) / self.n

    @property
    def minimum(self) -> int | None:
        """Smallest value; None without samples."""
        return None if self.n == 0 else int(self.values[0])

    @property
    def maximum(self) -> int | None:
        """Largest value; None without samples."""
        return None if self.n == 0 else int(self.values[-1])


@dataclass(frozen=True)
class GroupedCounts:
    """Counts of many groups end to end.

    ``groups`` holds the distinct group codes in ascending order, shape (g,); ``starts`` where each group's
    values begin in ``values`` and ``counts``, both of shape (k,), ascending within a group.
    """

    groups: IntArray
    starts: IntArray
    values: IntArray
    counts: IntArray

    @classmethod
    def of(cls, groups: npt.ArrayLike, values: npt.ArrayLike, counts: npt.ArrayLike) -> "GroupedCounts":
        """Sort and merge rows of (group, value, count) in any order; group codes are not negative."""
        group, value, weight = _as_int(groups), _as_int(values), _as_int(counts)
        if group.size == 0:
            empty = np.zeros(0, dtype=np.int64)
            return cls(empty, empty, empty, empty)
        lowest, span = value.min(), value.max() - value.min() + 1
        key, summed = _sum_by_key(group * span + (value - lowest), weight)
        group_of = key // span
        begins = np.flatnonzero(np.append(True, group_of[1:] != group_of[:-1]))
        return cls(group_of[begins], _as_int(begins), key % span + lowest, summed)

    @cached_property
    def totals(self) -> IntArray:
        """Samples per group, shape (g,)."""
        if self.groups.size == 0:
            return np.zeros(0, dtype=np.int64)
        return _as_int(np.add.reduceat(self.counts, self.starts))

    @cached_property
    def sums(self) -> IntArray:
        """Sum of all samples per group, shape (g,)."""
        if self.groups.size == 0:
            return np.zeros(0, dtype=np.int64)
        return _as_int(np.add.reduceat(self.counts * self.values, self.starts))

    @cached_property
    def ends(self) -> IntArray:
        """One past the last value of each group, shape (g,)."""
        return _as_int(np.append(self.starts[1:], self.values.size))

    def at(self, index: int) -> Counts:
        """The counts of the ``index``-th group."""
        piece = slice(int(self.starts[index]), int(self.ends[index]))
        return Counts(self.values[piece], self.counts[piece])
