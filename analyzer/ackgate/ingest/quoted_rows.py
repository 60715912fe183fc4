"""Rows whose quoted fields run over several lines, told apart from rows with a stray quote."""

from bisect import bisect_left

from ackgate.ingest.columns import Layout, fits, split_fields
from ackgate.ingest.lines import LineIndex

MALFORMED = -1
UNFINISHED = -2
#: A quoted field longer than this is taken for a stray quote.
MAX_QUOTED_BYTES = 1 << 17
_LF, _CR, _QUOTE = 10, 13, 34


def row_end(index: LineIndex, first: int, layout: Layout) -> int:
    """The last line of the row that starts at line ``first``; MALFORMED, or UNFINISHED at the end of data.

    A quoted field that would swallow a whole good row is malformed: damage is likelier than such a message.
    """
    position, line = bisect_left(index.quotes, index.starts[first]), first
    while position < len(index.quotes) and index.quotes[position] < index.ends[line]:
        opening = int(index.quotes[position])
        if not _opens(index, opening, layout.delimiter):
            position += 1
            continue
        close = _closing(index, position, layout.delimiter)
        if close < 0:
            return close
        line = bisect_left(index.starts, index.quotes[close] + 1) - 1
        position = close + 1
    if any(_is_whole_row(index, n, layout) for n in range(first + 1, line + 1)):
        return MALFORMED
    return line


def _opens(index: LineIndex, at: int, delimiter: str) -> bool:
    return at == 0 or index.data[at - 1] in (ord(delimiter), _LF)


def _closing(index: LineIndex, opening: int, delimiter: str) -> int:
    """Rank of the quote that closes the one of rank ``opening``."""
    quotes, start = index.quotes, int(index.quotes[opening])
    rank = opening + 1
    while rank + 1 < len(quotes) and quotes[rank + 1] == quotes[rank] + 1:
        rank += 2
    end = int(quotes[rank]) if rank < len(quotes) else len(index.data)
    if end - start > MAX_QUOTED_BYTES:
        return MALFORMED
    if rank >= len(quotes) or end + 1 == len(index.data):
        return UNFINISHED if rank >= len(quotes) else rank
    return rank if index.data[end + 1] in (ord(delimiter), _LF, _CR) else MALFORMED


def _is_whole_row(index: LineIndex, line: int, layout: Layout) -> bool:
    """Whether a line that would continue a row is a good row by itself."""
    text = index.text(line)
    if len(text) < 10 or abs(int(index.widths[line]) - len(layout.columns)) > 2:
        return False
    return fits(layout, split_fields(text.decode("utf-8", "replace"), layout.delimiter))
