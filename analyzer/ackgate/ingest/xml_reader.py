"""XML result files: each ``<sample>`` or ``<httpSample>`` start tag is a row, nested ones are marked as such.

Start tags carry everything that is counted, so a file without its end tag, or with damage inside, loses only
the tags that are damaged themselves. Framing is by tag scan; attributes are read by lxml.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal
from zoneinfo import ZoneInfo

import numpy as np

from ackgate.ingest.batch import (
    NESTED_IN_TRANSACTION,
    NESTED_SUB,
    NESTED_TOP,
    Block,
    LineCount,
    Reject,
    Section,
)
from ackgate.ingest.columns import MQTT_COLUMNS, Layout
from ackgate.ingest.csv_text import csv_line
from ackgate.ingest.options import NotAJtlError
from ackgate.ingest.text_table import read_rows
from ackgate.ingest.xml_tags import Attributes, clean, read_tags

_COLUMN_OF = {
    "ts": "timeStamp",
    "t": "elapsed",
    "lb": "label",
    "rc": "responseCode",
    "rm": "responseMessage",
    "tn": "threadName",
    "dt": "dataType",
    "s": "success",
    "by": "bytes",
    "sby": "sentBytes",
    "ng": "grpThreads",
    "na": "allThreads",
    "lt": "Latency",
    "sc": "SampleCount",
    "ec": "ErrorCount",
    "hn": "Hostname",
    "it": "IdleTime",
    "ct": "Connect",
}
_TOKEN = re.compile(rb"<(/?)(httpSample|sample)(?=[\s/>])|<(?:testResults|\?xml)\b")
_ROOT = re.compile(rb"<(?:testResults|httpSample|sample)[\s>]")
_MAX_TAG_BYTES = 1 << 20
_TRANSACTION = "Number of samples in transaction : "


def is_xml(first_block: bytes) -> bool:
    """Whether the text begins like XML."""
    return first_block[:4096].lstrip(b"\0 \t\r\n").startswith(b"<")


def is_result_xml(first_block: bytes) -> bool:
    """Whether XML text holds JMeter's elements near its beginning."""
    return _ROOT.search(first_block) is not None


@dataclass(frozen=True)
class _Open:
    """A start tag whose end tag is still to come."""

    thread: str
    from_ms: int
    to_ms: int
    transaction: bool


class XmlReader:
    """Reads one source. ``layout`` names the columns whose attributes were met."""

    format: Literal["xml"] = "xml"

    def __init__(self, path: str, first_block: bytes, tz: ZoneInfo) -> None:
        if not is_result_xml(first_block):
            raise NotAJtlError(
                f"{path}: XML, but not a JMeter result file (no testResults or sample element)"
            )
        self.path = path
        self.lines = LineCount()
        self.odd_width_rows = 0
        self._tz = tz
        self._seen: dict[str, None] = {}
        self._feeds = 0
        self._open: list[_Open] = []
        declared = re.search(rb"<\?xml[^>]*encoding=[\"']([\w.-]+)", first_block[:512])
        self._encoding = declared[1].decode() if declared else "utf-8"

    @property
    def layout(self) -> Layout:
        """Columns present in at least one row."""
        return Layout(tuple(self._seen), "")

    def read(self, first_block: bytes, blocks: Iterable[bytes]) -> Iterator[Block]:
        """Blocks of rows in file order."""
        data = first_block
        for following in chain(blocks, (None,)):
            data, rest = _split_unfinished(data, final=following is None)
            yield self._read_block(data)
            data = rest + (following or b"")
        self.lines.check()

    def _read_block(self, data: bytes) -> Block:
        tokens = list(_TOKEN.finditer(data))
        starts = [t for t in tokens if t[2] and not t[1]]
        tags = read_tags([clean(_tag(data, t.start()), self._encoding) for t in starts])
        line_numbers = self._line_numbers(data, [t.start() for t in starts])
        nesting, new_run_at = self._nesting(data, tokens, tags)
        self._count_lines(data, [t.start() for t in starts])
        sections, rejects = [], []
        for first, last in zip((0, *new_run_at), (*new_run_at, len(starts)), strict=True):
            section, bad = self._section(tags[first:last], nesting[first:last], line_numbers[first:last])
            sections.append(replace(section, new_header=first > 0 or (first in new_run_at)))
            rejects += [
                Reject(line, reason, _tag(data, starts[first + n].start()).decode("utf-8", "replace"))
                for n, line, reason in bad
            ]
        return Block(tuple(sections), LineCount(), tuple(rejects))

    def _section(
        self, tags: list[Attributes | None], nesting: list[int], lines: list[int]
    ) -> tuple[Section, list[tuple[int, int, str]]]:
        rows = [{_COLUMN_OF.get(k, k): v for k, v in tag.items()} if tag else {} for tag in tags]
        present = dict.fromkeys(name for row in rows for name in row if _is_known(name))
        self._seen.update(present)
        layout = Layout(tuple(dict.fromkeys(("timeStamp", "elapsed", "label", *present))), ",")
        texts = [csv_line([row.get(name, "") for name in layout.columns], ",") for row in rows]
        faults = ["" if tag else "tag can't be read" for tag in tags]
        batch, reasons = read_rows(texts, layout, np.array(lines, dtype=np.int64), self._tz, faults)
        kept = np.array([n not in reasons for n in range(len(tags))], dtype=bool)
        batch = replace(batch, nesting=np.array(nesting, dtype=np.int32)[kept])
        return Section(batch), [(n, lines[n], reason) for n, reason in sorted(reasons.items())]

    def _nesting(
        self, data: bytes, tokens: list[re.Match[bytes]], tags: list[Attributes | None]
    ) -> tuple[list[int], list[int]]:
        """How each start tag is nested, and the tags before which another document begins."""
        nesting: list[int] = []
        new_run_at: list[int] = []
        for token in tokens:
            if not token[2]:
                self._open.clear()
                if (nesting or self.lines.rows) and (not new_run_at or new_run_at[-1] != len(nesting)):
                    new_run_at.append(len(nesting))
            elif token[1]:
                del self._open[-1:]
            else:
                tag = tags[len(nesting)]
                nesting.append(self._nest(tag, closed=_tag(data, token.start()).endswith(b"/>")))
        return nesting, new_run_at

    def _nest(self, tag: Attributes | None, *, closed: bool) -> int:
        row = _opened(tag)
        while self._open and not _inside(row, self._open[-1]):
            self._open.pop()
        kind = NESTED_TOP
        if self._open:
            kind = NESTED_IN_TRANSACTION if self._open[-1].transaction else NESTED_SUB
        if not closed:
            self._open.append(row)
        return kind

    def _line_numbers(self, data: bytes, starts: list[int]) -> list[int]:
        feeds = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
        before: list[int] = (np.searchsorted(feeds, starts) + self._feeds + 1).tolist()
        self._feeds += len(feeds)
        return before

    def _count_lines(self, data: bytes, starts: list[int]) -> None:
        """A line that holds several start tags counts once for each of them."""
        lines = data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        feeds = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
        of_tag = np.searchsorted(feeds, starts).tolist()
        with_tags = set(of_tag)
        blank = sum(not line.strip(b"\0 \t\r") for line in lines)
        header = 0
        if not self.lines.rows:
            first = of_tag[0] if of_tag else len(lines)
            header = sum(bool(line.strip(b"\0 \t\r")) for line in lines[:first])
        self.lines += LineCount(
            physical=len(lines) + len(of_tag) - len(with_tags),
            header=header,
            blank=blank,
            rows=len(of_tag),
            continuation=len(lines) - len(with_tags) - blank - header,
        )


def _is_known(name: str) -> bool:
    return name in _COLUMN_OF.values() or name in MQTT_COLUMNS


def _split_unfinished(data: bytes, *, final: bool) -> tuple[bytes, bytes]:
    """Keep an unfinished last tag for the next block."""
    last = data.rfind(b"<")
    if final or last < 0 or b">" in data[last:] or len(data) - last > _MAX_TAG_BYTES:
        return data, b""
    last = data.rfind(b"\n", 0, last) + 1 or last
    return data[:last], data[last:]


def _tag(data: bytes, start: int) -> bytes:
    """The start tag at ``start``: to its ``>``; what stands before the next ``<`` where that is missing."""
    limit = data.find(b"<", start + 1)
    limit = len(data) if limit < 0 else limit
    end = data.rfind(b">", start, limit)
    return data[start : end + 1] if end >= 0 else data[start:limit]


def _opened(tag: Attributes | None) -> _Open:
    tag = tag or {}
    time, span = _number(tag.get("ts")), _number(tag.get("t"))
    return _Open(tag.get("tn", ""), time - span, time + span, tag.get("rm", "").startswith(_TRANSACTION))


def _number(text: str | None) -> int:
    return int(text) if text and re.fullmatch(r"\d{1,18}", text) else 0


def _inside(row: _Open, parent: _Open) -> bool:
    """Whether a row may lie in ``parent``: same thread, times that touch. Else an end tag was lost."""
    return row.thread == parent.thread and row.to_ms >= parent.from_ms and row.from_ms <= parent.to_ms
