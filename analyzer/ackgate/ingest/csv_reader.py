"""A CSV result file as blocks of rows: layout found, then each block read fast where it can be."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, takewhile
from typing import Literal
from zoneinfo import ZoneInfo

from ackgate.ingest.batch import Block, LineCount
from ackgate.ingest.careful import read_carefully
from ackgate.ingest.columns import (
    LIKELY_DELIMITERS,
    Layout,
    fits,
    headerless_layout,
    is_header,
    repaired_header_layout,
    split_fields,
)
from ackgate.ingest.fast import read_fast
from ackgate.ingest.options import NotAJtlError

_PIECE_BYTES = 1 << 19
#: A time stamp that follows a column name, or the delimiter after it, and at least two fields more.
_ROW_AFTER_HEADER = re.compile(
    rb"(?<=[A-Za-z_\"\r])\W?((?:\d{9}|\d{4}[/-]\d\d)[^,;\t|]*[,;\t|][^,;\t|]*[,;\t|].*)", re.DOTALL
)
_LOOK_AHEAD_LINES = 50
_LOOK_AHEAD_BYTES = 1 << 18


class _Attempt:
    """A block read fast on a guess: that its layout holds and no row reaches into it."""

    def __init__(self, data: bytes, layout: Layout, tz: ZoneInfo, *, counts_only: bool) -> None:
        self.data = data
        self.layout = layout
        self._tz = tz
        self._counts_only = counts_only
        self._future: Future[Block | None] | None = None

    def start(self, pool: ThreadPoolExecutor) -> None:
        """Begin reading in the pool."""
        self._future = pool.submit(read_fast, self.data, self.layout, self._tz, counts_only=self._counts_only)

    def result(self) -> Block | None:
        """The block, None where the careful reader is needed."""
        return self._future.result() if self._future is not None else None


class CsvReader:
    """Reads one source. ``layout`` is that of the first header; ``lines`` counts what was read so far.

    ``counts_only``: columns that no count needs may be left empty.
    """

    format: Literal["csv"] = "csv"

    def __init__(self, path: str, first_block: bytes, tz: ZoneInfo, *, counts_only: bool = False) -> None:
        self.path = path
        self._counts_only = counts_only
        self.lines = LineCount()
        self.odd_width_rows = 0
        self._tz = tz
        self._glued_bytes = glued_header_bytes(first_block)
        header = first_block[: self._glued_bytes].rstrip(b",;\t|\r ")
        rows = first_block[self._glued_bytes :]
        self.layout, self._header_lines = find_layout(path, header + b"\n" + rows if header else rows)
        self._current = self.layout

    def read(self, first_block: bytes, blocks: Iterable[bytes], workers: int = 2) -> Iterator[Block]:
        """Blocks of rows in file order, every line accounted for; ``workers`` threads read ahead."""
        data = self._after_header(first_block)
        carry = b""
        with ThreadPoolExecutor(workers) as pool:
            for attempt, final in _read_ahead(pool, self._attempts(chain((data,), blocks)), workers + 1):
                block = attempt.result() if attempt.layout == self._current and not carry else None
                if block is not None:
                    yield self._counted(_renumbered(block, self.lines.physical + 1))
                    continue
                pieces, carry = _pieces(carry + attempt.data), b""
                for piece, last in pieces:
                    block, carry = self._read_piece(carry + piece, final=final and last)
                    yield self._counted(block)
        self.lines.check()

    def _attempts(self, blocks: Iterable[bytes]) -> Iterator[_Attempt]:
        return (_Attempt(data, self._current, self._tz, counts_only=self._counts_only) for data in blocks)

    def _read_piece(self, data: bytes, *, final: bool) -> tuple[Block, bytes]:
        first_line = self.lines.physical + 1
        fast = read_fast(data, self._current, self._tz)
        if fast is not None:
            return _renumbered(fast, first_line), b""
        careful = read_carefully(data, self._current, first_line, self._tz, final=final)
        self._current = careful.layout
        return careful.block, careful.carry

    def _counted(self, block: Block) -> Block:
        self.lines += block.lines
        self.odd_width_rows += block.odd_width_rows
        return block

    def _after_header(self, data: bytes) -> bytes:
        """Skip blank lines and the header line at the top, counting them. A line that holds the header and a
        row, their line end lost, counts as the row."""
        if self._glued_bytes:
            return data[self._glued_bytes :]
        for _ in range(self._header_lines):
            line, _, data = data.partition(b"\n")
            blank = not line.strip(b"\0 \t\r")
            self.lines += LineCount(physical=1, header=int(not blank), blank=int(blank))
        return data


def _read_ahead(
    pool: ThreadPoolExecutor, attempts: Iterator[_Attempt], depth: int
) -> Iterator[tuple[_Attempt, bool]]:
    """Attempts in order with ``depth`` of them under way; True with the last one."""
    waiting: deque[_Attempt] = deque()
    for attempt in attempts:
        attempt.start(pool)
        waiting.append(attempt)
        if len(waiting) > depth:
            yield waiting.popleft(), False
    while waiting:
        yield waiting.popleft(), not waiting


def _pieces(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """``data`` cut at line ends so that one odd row costs little; True with the last piece."""
    start = 0
    while len(data) - start > 2 * _PIECE_BYTES:
        end = data.find(b"\n", start + _PIECE_BYTES) + 1
        if not end:
            break
        yield data[start:end], False
        start = end
    yield data[start:], True


def _renumbered(block: Block, first_line: int) -> Block:
    sections = tuple(
        replace(section, batch=replace(section.batch, line=section.batch.line + first_line))
        for section in block.sections
    )
    return replace(block, sections=sections)


def find_layout(path: str, first_block: bytes) -> tuple[Layout, int]:
    """The layout, and how many lines at the top (blank ones and the header) are no rows.

    Raises NotAJtlError where neither a header nor rows of JMeter's column order are found.
    """
    head = first_block[:_LOOK_AHEAD_BYTES].split(b"\n")[:_LOOK_AHEAD_LINES]
    lines = [line.replace(b"\0", b"").decode("utf-8", "replace") for line in head]
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise NotAJtlError(f"{path}: holds no text, so it is not a JMeter result file")
    rows = [line for line in lines[first:] if line.strip()]
    found = _header(rows)
    if found is not None:
        layout, taken = found
        return _with_time_format(layout, rows[taken:]), first + taken
    by_position = headerless_layout(rows) or headerless_layout(rows[1:])
    if by_position is not None:
        return _with_time_format(by_position, rows), 0
    raise NotAJtlError(
        f"{path}: not a JMeter result file (no header line with timeStamp, elapsed and label, "
        "and no rows in JMeter's default column order)"
    )


def glued_header_bytes(first_block: bytes) -> int:
    """Length of a header at the top whose line end was lost, so that a row follows it directly; else 0."""
    line = first_block[:_LOOK_AHEAD_BYTES].partition(b"\n")[0]
    match = _ROW_AFTER_HEADER.search(line)
    if match is None or not is_header(line[: match.start()].decode("utf-8", "replace")):
        return 0
    return match.end() - len(match[1])


def _header(rows: list[str]) -> tuple[Layout, int] | None:
    """The header at the top and how many lines it takes: two where a damaged byte broke it in two."""
    one = repaired_header_layout(rows[0])
    data = list(takewhile(lambda row: not is_header(row), rows[2:]))
    if len(rows) > 2 and not rows[1][:1].isdigit() and (one is None or not _same_width(one, data)):
        for glue in (*LIKELY_DELIMITERS, "?"):
            two = repaired_header_layout(rows[0].rstrip("\r") + glue + rows[1])
            if two is not None and _same_width(two, data):
                return two, 2
    if one is None:
        return None
    fitting = _fitting(one, data)
    by_position = headerless_layout(data) if fitting * 2 <= len(data) else None
    return None if by_position is not None and _fitting(by_position, data) > fitting else (one, 1)


def _same_width(layout: Layout, rows: list[str]) -> bool:
    same = sum(len(split_fields(row.rstrip("\r"), layout.delimiter)) == len(layout.columns) for row in rows)
    return same * 2 > len(rows)


def _fitting(layout: Layout, rows: list[str]) -> int:
    return sum(fits(layout, split_fields(row.rstrip("\r"), layout.delimiter)) for row in rows)


def _with_time_format(layout: Layout, lines: list[str]) -> Layout:
    place = layout.columns.index("timeStamp")
    for line in lines:
        fields = split_fields(line.rstrip("\r"), layout.delimiter)
        if fits(layout, fields):
            return replace(layout, formatted_time=not fields[place].strip().isdigit())
    return layout
