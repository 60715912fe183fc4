"""Counting tables: texts to codes, rows to counted cells, cells over time in bounded number."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Literal

import numpy as np
import numpy.typing as npt

from ackgate.ingest.batch import Coded, Int64s

#: A key column; an int is the same on every row.
Key = Int64s | int

_PACKED_LIMIT = 2**62
_DIRECT_LIMIT = 1 << 20
#: Cells per row up to which a table of all possible keys is quicker than sorting the rows.
_DIRECT_CELLS = 8


class CodeTable:
    """Texts numbered in order of appearance; past ``limit`` all further texts share the code of ``other``.

    ``overflowed``: those further texts, each with its rows as far as ``count_overflow`` was told of them;
    ``MOST_TOLD_APART`` of them at most.
    """

    MOST_TOLD_APART = 500_000

    def __init__(self, limit: int, other: str) -> None:
        self.texts: list[str] = []
        self.overflowed: dict[str, int] = {}
        self._codes: dict[str, int] = {}
        self._limit = limit
        self._other = other

    def code(self, text: str) -> int:
        """The code of ``text``, new where it is."""
        known = self._codes.get(text)
        if known is not None:
            return known
        if len(self.texts) >= self._limit and text != self._other:
            if len(self.overflowed) < self.MOST_TOLD_APART:
                self.overflowed.setdefault(text, 0)
            return self.code(self._other)
        self._codes[text] = len(self.texts)
        self.texts.append(text)
        return self._codes[text]

    def numbers(self, texts: Sequence[str]) -> Int64s:
        """The code of each text."""
        known = self._codes
        codes = [known[text] if text in known else self.code(text) for text in texts]
        return np.array(codes, dtype=np.int64)

    def codes(self, column: Coded) -> Int64s:
        """Codes of each row."""
        return self.numbers(column.texts)[column.codes]

    def count_overflow(self, column: Coded) -> None:
        """Count the rows of each text that has no code of its own."""
        if not self.overflowed:
            return
        rows = np.bincount(column.codes, minlength=len(column.texts)).tolist()
        for text, more in zip(column.texts, rows, strict=True):
            if text in self.overflowed:
                self.overflowed[text] += more

    def key(self, column: Coded) -> Key:
        """Codes of each row, one number where there is one text."""
        return self.code(column.texts[0]) if len(column.texts) == 1 else self.codes(column)


def count_unique(
    keys: Sequence[Key], amounts: Int64s | None = None, how: Literal["sum", "max"] = "sum"
) -> tuple[list[Int64s], Int64s]:
    """Distinct rows of ``keys`` in ascending order, each with its number of rows, or its summed amounts.

    Where the ranges allow, the keys are packed into one 64-bit number, which is counted in a table of all
    possible ones, or sorted once. The first key is a column.
    """
    rows = np.size(keys[0])
    if rows == 0:
        return [np.zeros(0, dtype=np.int64) for _ in keys], np.zeros(0, dtype=np.int64)
    packed = _pack(keys, rows)
    if packed is None:
        return _count_by_lexsort([_column(key, rows) for key in keys], amounts, how)
    values, lows, sizes = packed
    if prod(sizes) <= _DIRECT_CELLS * rows:
        found, totals = _count_in_table(values, prod(sizes), amounts, how)
        return _unpack(found, lows, sizes), totals
    if amounts is None:
        values.sort()
        first = _first_of_run(values)
        totals = np.diff(np.append(first, len(values)))
    else:
        order = np.argsort(values, kind="stable")
        values = values[order]
        first = _first_of_run(values)
        totals = _reduce(amounts[order], first, how)
    return _unpack(values[first], lows, sizes), totals


def label_rows(keys: Sequence[Key], rows: int, number: Callable[[list[Int64s]], Int64s]) -> Int64s:
    """A number for each of ``rows`` rows; ``number`` is asked once, for the distinct ones in order."""
    packed = _pack(keys, rows)
    if packed is None:
        columns = np.column_stack([_column(key, rows) for key in keys])
        distinct, inverse = np.unique(columns, axis=0, return_inverse=True)
        return number(list(distinct.T))[inverse.ravel()]
    values, lows, sizes = packed
    room = prod(sizes)
    if room > _DIRECT_LIMIT:
        found, inverse = np.unique(values, return_inverse=True)
        return number(_unpack(found, lows, sizes))[inverse]
    found = np.flatnonzero(np.bincount(values, minlength=room)).astype(np.int64)
    table = np.zeros(room, dtype=np.int64)
    table[found] = number(_unpack(found, lows, sizes))
    return table[values]


def _column(key: Key, rows: int) -> Int64s:
    return np.full(rows, key, dtype=np.int64) if isinstance(key, int) else key


def _count_in_table(
    values: Int64s, room: int, amounts: Int64s | None, how: Literal["sum", "max"]
) -> tuple[Int64s, Int64s]:
    rows = np.bincount(values, minlength=room)
    found = np.flatnonzero(rows).astype(np.int64)
    if amounts is None:
        return found, rows[found].astype(np.int64)
    table = np.zeros(room, dtype=np.int64)
    if how == "sum":
        np.add.at(table, values, amounts)
    else:
        table[:] = np.iinfo(np.int64).min
        np.maximum.at(table, values, amounts)
    return found, table[found]


def _reduce(amounts: Int64s, first: npt.NDArray[np.intp], how: Literal["sum", "max"]) -> Int64s:
    ufunc = np.add if how == "sum" else np.maximum
    result: Int64s = ufunc.reduceat(amounts, first)
    return result


def _first_of_run(values: Int64s) -> npt.NDArray[np.intp]:
    changed = np.empty(len(values), dtype=bool)
    changed[0] = True
    np.not_equal(values[1:], values[:-1], out=changed[1:])
    return np.flatnonzero(changed)


def _pack(keys: Sequence[Key], rows: int) -> tuple[Int64s, list[int], list[int]] | None:
    """Each row's keys as one number from 0 on, with the least value and the range of each key."""
    lows = [key if isinstance(key, int) else int(key.min()) for key in keys]
    sizes = [
        1 if isinstance(key, int) else int(key.max()) - low + 1 for key, low in zip(keys, lows, strict=True)
    ]
    if prod(sizes) >= _PACKED_LIMIT:
        return None
    values: Int64s | None = None
    for key, low, size in zip(keys, lows, sizes, strict=True):
        if size == 1 or isinstance(key, int):
            continue
        if values is None:
            values = key - low
            continue
        values *= size
        values += key
        values -= low
    return np.zeros(rows, dtype=np.int64) if values is None else values, lows, sizes


def _unpack(values: Int64s, lows: list[int], sizes: list[int]) -> list[Int64s]:
    columns: list[Int64s] = []
    for low, size in zip(reversed(lows[1:]), reversed(sizes[1:]), strict=True):
        if size == 1:
            columns.append(np.full(len(values), low, dtype=np.int64))
            continue
        values, rest = np.divmod(values, size)
        columns.append(rest + low)
    columns.append(values + lows[0])
    return columns[::-1]


def _count_by_lexsort(
    keys: Sequence[Int64s], amounts: Int64s | None, how: Literal["sum", "max"]
) -> tuple[list[Int64s], Int64s]:
    order = np.lexsort(tuple(reversed(keys)))
    columns = [key[order] for key in keys]
    changed = np.zeros(len(order), dtype=bool)
    changed[0] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    first = np.flatnonzero(changed)
    amounts = np.ones(len(order), dtype=np.int64) if amounts is None else amounts
    return [column[first] for column in columns], _reduce(amounts[order], first, how)


class TimeCube:
    """Counted cells over time: (time slice, keys) -> amount. The slice width starts at ``slice_ms`` and
    doubles whenever more than ``max_cells`` cells would be held."""

    _WIDEST_MS = 1 << 36

    def __init__(self, slice_ms: int, max_cells: int, how: Literal["sum", "max"] = "sum") -> None:
        self.slice_ms = slice_ms
        self._max_cells = max_cells
        self._how: Literal["sum", "max"] = how
        self._columns: list[Int64s] = []  # slice, keys, amount: filled up to ``_held``
        self._held = 0
        self._least = 0  # cells that merging left the last time

    def add(self, time_ms: Int64s, keys: Sequence[Int64s], amounts: Int64s) -> None:
        """Add cells; equal ones are merged later."""
        if not len(time_ms):
            return
        self._fill(self._held, (time_ms // self.slice_ms, *keys, amounts))
        most = max(self._max_cells, self._least)
        if self._held > most + most // 4:  # merging takes twice the room of what it merges
            self._compact()

    def cells(self) -> tuple[list[Int64s], Int64s]:
        """([slice start in ms, *keys], amounts), distinct and sorted; empty when nothing was added."""
        if not self._held:
            return [], np.zeros(0, dtype=np.int64)
        self._compact()
        first, *keys, amounts = (column[: self._held].copy() for column in self._columns)
        return [first * self.slice_ms, *keys], amounts

    def _fill(self, start: int, columns: Sequence[Int64s]) -> None:
        """Write ``columns`` from row ``start`` on; what stood there is gone."""
        self._held = start + len(columns[0])
        room = len(self._columns[0]) if self._columns else 0
        if self._held > room:
            wider = [np.empty(max(self._held, 2 * room), dtype=np.int64) for _ in columns]
            for new, old in zip(wider, self._columns, strict=False):
                new[:start] = old[:start]
            self._columns = wider
        for column, more in zip(self._columns, columns, strict=True):
            column[start : self._held] = more

    def _compact(self) -> None:
        keys = [column[: self._held] for column in self._columns[:-1]]
        keys, amounts = count_unique(keys, self._columns[-1][: self._held], self._how)
        while len(amounts) > self._max_cells and self.slice_ms < self._WIDEST_MS:
            self.slice_ms *= 2
            keys[0] = keys[0] >> 1
            keys, amounts = count_unique(keys, amounts, self._how)
        self._fill(0, (*keys, amounts))
        self._least = self._held
