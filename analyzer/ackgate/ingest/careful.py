"""The careful CSV reader: any bytes in, every physical line accounted for.

Lines that look odd are looked at one by one; all rows then go through one columnar parse as text, and each
row whose time, elapsed or success can't be read is quarantined with its reason.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from zoneinfo import ZoneInfo

import numpy as np

from ackgate.ingest.batch import Block, LineCount, Reject, Section
from ackgate.ingest.columns import Layout, fits, header_layout, split_fields
from ackgate.ingest.csv_text import csv_line
from ackgate.ingest.lines import Bools, Int64s, LineIndex, blank_lines, index_lines
from ackgate.ingest.quoted_rows import MAX_QUOTED_BYTES, UNFINISHED, row_end
from ackgate.ingest.text_table import read_rows

_ROW_START = re.compile(rb"\W{0,4}\d{3}")
_MARKER = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Careful:
    """A block as read, the layout in force after it, and bytes of an unfinished last row."""

    block: Block
    layout: Layout
    carry: bytes


@dataclass(frozen=True)
class _Row:
    """One row as bytes fit for the columnar parse, or a reason why it is none. ``last``: its last line."""

    first: int
    last: int
    text: bytes
    fields: int
    reason: str = ""


def read_carefully(data: bytes, layout: Layout, first_line: int, tz: ZoneInfo, *, final: bool) -> Careful:
    """Read a block. ``first_line``: number of its first physical line; ``final``: no bytes follow."""
    data = data.replace(b"\0", b"").removeprefix(_MARKER).replace(b"\n" + _MARKER, b"\n")
    try:
        data.decode()
    except UnicodeDecodeError:
        data = data.decode("utf-8", "backslashreplace").encode()
    block, carry = Block((), LineCount()), b""
    parts = _split_at_headers(data, layout)
    for number, (part_layout, header, part) in enumerate(parts):
        line = first_line + block.lines.physical + (header or 0)
        last = number == len(parts) - 1
        read, carry = _read_part(part, part_layout, line, tz, may_carry=last and not final)
        block = _joined(block, read, header)
        layout = part_layout
    return Careful(block, layout, carry)


def _joined(block: Block, part: Block, header: int | None) -> Block:
    sections = tuple(replace(section, new_header=header is not None) for section in part.sections)
    return Block(
        block.sections + sections,
        block.lines + part.lines + LineCount(physical=header or 0, header=header or 0),
        block.rejects + part.rejects,
        block.odd_width_rows + part.odd_width_rows,
    )


def _split_at_headers(data: bytes, layout: Layout) -> list[tuple[Layout, int | None, bytes]]:
    """(layout, header lines before it, bytes) of each stretch under one header; None where none stood before.

    A header behind a row whose line end was lost has no line of its own: the line counts as that row.
    """
    parts: list[tuple[Layout, int | None, bytes]] = []
    start = 0
    header: int | None = None
    for match in re.finditer(rb"(?i)elapsed", data):
        line_start, line_end = data.rfind(b"\n", 0, match.start()) + 1, data.find(b"\n", match.end()) + 1
        line_end = line_end or len(data)
        if line_start < start:
            continue
        found = _header_in(data[line_start:line_end], match.start() - line_start, len(layout.columns))
        if found is None:
            continue
        begin, named = found
        parts.append((layout, header, data[start : line_start + begin]))
        layout, start = replace(named, formatted_time=layout.formatted_time), line_end
        header = int(begin == 0)
    parts.append((layout, header, data[start:]))
    return parts


def _header_in(line: bytes, elapsed_at: int, width: int) -> tuple[int, Layout] | None:
    """Where a header begins in ``line``, and its layout; behind a row it needs half the ``width`` or more."""
    lowered = line.lower()
    if b"timestamp" not in lowered or b"label" not in lowered:
        return None
    behind_row = line[:1].isdigit()
    begin = lowered.rfind(b"timestamp", 0, elapsed_at) if behind_row else 0
    found = header_layout(line[begin:].decode("utf-8", "replace")) if begin >= 0 else None
    if found is None or (behind_row and len(found.columns) * 2 < width):
        return None
    return begin, found


def _read_part(
    data: bytes, layout: Layout, first_line: int, tz: ZoneInfo, *, may_carry: bool
) -> tuple[Block, bytes]:
    index = index_lines(data, layout.delimiter)
    last_lines, end = _multi_line_rows(index, layout, may_carry=may_carry)
    carry = data[index.starts[end] :] if end < len(index) else b""
    row_lines, blank = _row_lines(index, last_lines, end)
    width = _usual_width(index, row_lines, layout)
    rows = [_row(index, n, last_lines.get(n, n), layout, width) for n in row_lines.tolist()]
    batch, reasons = read_rows(
        [row.text for row in rows],
        layout.widened(width),
        row_lines + first_line,
        tz,
        [row.reason for row in rows],
    )
    rejects, merged = _rejects(index, rows, reasons, layout, first_line)
    lines = LineCount(
        physical=end,
        blank=blank,
        rows=len(rows) - merged,
        continuation=end - blank - len(rows) + merged,
    )
    odd = sum(row.fields != len(layout.columns) and n not in reasons for n, row in enumerate(rows))
    return Block((Section(batch),), lines, rejects, odd), carry


def _multi_line_rows(index: LineIndex, layout: Layout, *, may_carry: bool) -> tuple[dict[int, int], int]:
    """Last line of each row that runs over several, and the line at which the finished rows end."""
    last_lines: dict[int, int] = {}
    done = -1
    for line in np.flatnonzero(~index.tidy).tolist():
        if line <= done:
            continue
        end = row_end(index, line, layout)
        near_end = len(index.data) - int(index.starts[line]) < MAX_QUOTED_BYTES
        if end == UNFINISHED and may_carry and near_end:
            return last_lines, line
        if end > line:
            last_lines[line] = done = end
    return last_lines, len(index)


def _row_lines(index: LineIndex, last_lines: dict[int, int], end: int) -> tuple[Int64s, int]:
    """Lines that start a row, and how many lines are blank."""
    continues: Bools = np.zeros(len(index), dtype=bool)
    for first, last in last_lines.items():
        continues[first + 1 : last + 1] = True
    blank = blank_lines(index) & ~continues
    starts = ~(blank | continues)
    starts[end:] = False
    return np.flatnonzero(starts).astype(np.int64), int(np.count_nonzero(blank[:end]))


def _usual_width(index: LineIndex, row_lines: Int64s, layout: Layout) -> int:
    """Fields of most rows: the header's width unless another one is commoner and holds what is needed."""
    stated = len(layout.columns)
    counts = np.bincount(index.widths[row_lines[index.tidy[row_lines]]], minlength=stated + 1)
    usual = int(counts.argmax()) if len(counts) else stated
    return usual if counts[usual] > counts[stated] and usual >= _least_width(layout) else stated


@lru_cache(maxsize=64)
def _least_width(layout: Layout) -> int:
    """Fields a row needs: up to the last of time, elapsed, label and success."""
    needed = [n for n in ("timeStamp", "elapsed", "label", "success") if n in layout.columns]
    return 1 + max(layout.columns.index(name) for name in needed)


def _row(index: LineIndex, first: int, last: int, layout: Layout, width: int) -> _Row:
    text = index.text(first, last)
    if first == last and index.tidy[first] and index.widths[first] == width:
        return _Row(first, last, text, width)
    fields = _fields(text, layout)
    if len(fields) < _least_width(layout):
        return _Row(first, last, b"", len(fields), "too few fields")
    if len(fields) != width and (_is_cut_tail(index, last, len(fields), width) or not fits(layout, fields)):
        reason = "cut line" if len(fields) < width else "fields shifted"
        return _Row(first, last, b"", len(fields), reason)
    return _Row(first, last, csv_line((fields + [""] * width)[:width], layout.delimiter), len(fields))


def _fields(text: bytes, layout: Layout) -> list[str]:
    """Fields of an odd row: as CSV where that fits, else with its quotes taken literally."""
    decoded = text.decode().removeprefix("\ufeff")
    fields = split_fields(decoded, layout.delimiter)
    literal = decoded.split(layout.delimiter)
    if not fits(layout, fields) and fits(layout, literal):
        return literal
    return fields


def _is_cut_tail(index: LineIndex, line: int, fields: int, width: int) -> bool:
    return line == len(index) - 1 and not index.data.endswith(b"\n") and fields < width


def _rejects(
    index: LineIndex, rows: list[_Row], reasons: dict[int, str], layout: Layout, first_line: int
) -> tuple[tuple[Reject, ...], int]:
    """Quarantined rows; lines in their wake that start no row of their own are counted as continuation."""
    rejects: list[Reject] = []
    merged, wake = 0, -1
    for position in sorted(reasons):
        row = rows[position]
        text = index.text(row.first, row.last)
        if row.first == wake and not _ROW_START.match(text):
            merged += 1
        else:
            rejects.append(Reject(row.first + first_line, reasons[position], text.decode("utf-8", "replace")))
        wake = row.last + 1
    return tuple(rejects), merged
