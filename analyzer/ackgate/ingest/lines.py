"""Physical lines of a block, found and classified with array operations."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

_LF, _CR, _QUOTE = 10, 13, 34
_SPACES = (9, 11, 12, 13, 32)


@dataclass(frozen=True)
class LineIndex:
    """Lines of ``data``: line i is ``data[starts[i]:ends[i]]`` without its line end.

    ``tidy``: a CSV reader takes the line for one row: each quoted field is closed on it, quotes inside plain
    fields are text, and there is no bare CR.
    ``widths``: fields per line, delimiters inside quotes not counted; meaningful on tidy lines.
    """

    data: bytes
    starts: Int64s
    ends: Int64s
    quotes: Int64s
    tidy: Bools
    widths: Int64s

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, first: int, last: int | None = None) -> bytes:
        """Bytes of lines ``first`` to ``last`` (inclusive) without the final line end."""
        return self.data[self.starts[first] : self.ends[first if last is None else last]]

    def end_with_newline(self, line: int) -> int:
        """Where the next line starts."""
        return int(self.starts[line + 1]) if line + 1 < len(self.starts) else len(self.data)


def index_lines(data: bytes, delimiter: str) -> LineIndex:
    """Find and classify the lines of ``data``; ``delimiter`` is one ASCII character."""
    values = np.frombuffer(data, dtype=np.uint8)
    feeds = np.flatnonzero(values == _LF)
    open_end = len(data) > 0 and values[-1] != _LF
    starts = np.concatenate(([0], feeds + 1)) if open_end else np.concatenate(([0], feeds[:-1] + 1))
    starts = starts[: len(feeds) + open_end].astype(np.int64)
    ends = np.append(feeds, len(data)) if open_end else feeds
    ends = _without_cr(values, starts, ends.astype(np.int64))
    quotes = np.flatnonzero(values == _QUOTE).astype(np.int64)
    delimiters = np.flatnonzero(values == ord(delimiter)).astype(np.int64)
    tidy = np.ones(len(starts), dtype=bool)
    if len(quotes):
        line = np.searchsorted(starts, quotes, side="right") - 1
        opens = (quotes == starts[line]) | (values[np.maximum(quotes - 1, 0)] == ord(delimiter))
        quoted = np.bincount(line[opens], minlength=len(starts)) > 0
        tidy &= ~quoted | _well_quoted(values, starts, ends, quotes, ord(delimiter))
        delimiters = delimiters[~_inside_quotes(delimiters, quotes, starts, quoted)]
    if b"\r" in data:
        tidy &= ~_holds(np.flatnonzero(values == _CR), starts, ends)
    widths = np.searchsorted(delimiters, ends) - np.searchsorted(delimiters, starts) + 1
    return LineIndex(data, starts, ends, quotes, tidy, widths)


def blank_lines(index: LineIndex) -> Bools:
    """Lines that hold nothing but white space."""
    lengths = index.ends - index.starts
    blank: Bools = lengths == 0
    for line in np.flatnonzero((lengths > 0) & (index.widths == 1)).tolist():
        blank[line] = not index.text(line).strip()
    return blank


def _without_cr(values: Bytes, starts: Int64s, ends: Int64s) -> Int64s:
    candidates = np.flatnonzero(ends > starts)
    trailing = candidates[values[ends[candidates] - 1] == _CR]
    result = ends.copy()
    result[trailing] -= 1
    return result


def _holds(positions: Int64s, starts: Int64s, ends: Int64s) -> Bools:
    held: Bools = np.searchsorted(positions, ends) > np.searchsorted(positions, starts)
    return held


def _well_quoted(values: Bytes, starts: Int64s, ends: Int64s, quotes: Int64s, delimiter: int) -> Bools:
    """Odd quotes of a line must open a field or pair with the one before, even ones close or pair."""
    first = np.searchsorted(quotes, starts)
    count = np.searchsorted(quotes, ends) - first
    line = np.searchsorted(starts, quotes, side="right") - 1
    opens = ((np.arange(len(quotes)) - first[line]) & 1) == 0
    before = values[np.maximum(quotes - 1, 0)]
    after = values[np.minimum(quotes + 1, len(values) - 1)]
    good_open = (quotes == starts[line]) | (before == delimiter) | (before == _QUOTE)
    good_close = (quotes + 1 == ends[line]) | (after == delimiter) | (after == _QUOTE)
    wrong = np.where(opens, ~good_open, ~good_close)
    tidy: Bools = (count & 1) == 0
    tidy[line[wrong]] = False
    return tidy


def _inside_quotes(positions: Int64s, quotes: Int64s, starts: Int64s, quoted: Bools) -> Bools:
    """Positions behind an odd number of quotes of their line, on lines that have a quoted field."""
    line = np.searchsorted(starts, positions, side="right") - 1
    before = np.searchsorted(quotes, positions) - np.searchsorted(quotes, starts)[line]
    inside: Bools = ((before & 1) == 1) & quoted[line]
    return inside
