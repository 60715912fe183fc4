"""A devices file as JMeter's CSV Data Set reads it."""

import csv
import re
from dataclasses import dataclass, field
from pathlib import Path

from ackgate.check.jmx_node import Node
from ackgate.check.resolve import Resolver

_BOM = b"\xef\xbb\xbf"


_SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class IdFacts:
    """What is wrong with the identifiers of a column: lines, (value, line, first line), (value, line)."""

    blank_lines: tuple[int, ...]
    repeated: tuple[tuple[str, int, int], ...]
    spaced: tuple[tuple[str, int], ...]
    longest: str


@dataclass(frozen=True)
class DevicesFile:
    """Columns and rows; ``problem`` says why there are none. ``first_line`` is the line of the first row."""

    name: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    first_line: int = 2
    has_bom: bool = False
    header_read: bool = False
    problem: str | None = None
    missing: bool = False
    _facts: dict[str, IdFacts] = field(default_factory=dict, compare=False, repr=False)

    def id_facts(self, column: str) -> IdFacts:
        """Facts on a column, found once."""
        if column not in self._facts:
            self._facts[column] = _id_facts(self.column(column), self.first_line)
        return self._facts[column]

    def column(self, name: str) -> list[str]:
        """Values of a column, empty text where a row is too short."""
        at = self.columns.index(name)
        return [row[at] if at < len(row) else "" for row in self.rows]


class DevicesFiles:
    """Files of a plan, each read and judged once however many elements name it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[tuple[object, ...], DevicesFile] = {}

    def read(self, name: str, data: Node, resolver: Resolver) -> DevicesFile:
        """The file of a CSV Data Set."""
        delimiter = resolver.text(data.text("delimiter", ",")).replace("\\t", "\t")
        names = resolver.text(data.text("variableNames"))
        between = "," if "," in names else delimiter
        columns = tuple(text.strip() for text in names.split(between)) if names else None
        skip_first = columns is None or data.flag("ignoreFirstLine")
        key = (name, delimiter, columns, skip_first)
        if key not in self._read:
            path = self._folder / name
            self._read[key] = read_table(path, delimiter[:1] or ",", columns, skip_first=skip_first)
        return self._read[key]


def read_table(
    path: Path, delimiter: str, columns: tuple[str, ...] | None, *, skip_first: bool
) -> DevicesFile:
    """Rows of a CSV; with ``columns`` None its first line names them."""
    try:
        content = path.read_bytes()
    except OSError:
        return DevicesFile(path.name, problem=f"{path.name}: no such file", missing=True)
    try:
        text = content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        return DevicesFile(path.name, problem=f"{path.name} is not UTF-8 (byte {error.start})")
    try:
        rows = [tuple(row) for row in csv.reader(text.splitlines(), delimiter=delimiter)]
    except csv.Error as error:
        return DevicesFile(path.name, problem=f"{path.name}: {error}")
    header = rows[0] if rows else ()
    return DevicesFile(
        name=path.name,
        columns=header if columns is None else columns,
        rows=tuple(rows[1:] if skip_first else rows),
        first_line=2 if skip_first else 1,
        has_bom=content.startswith(_BOM),
        header_read=columns is None,
    )


def _id_facts(ids: list[str], first_line: int) -> IdFacts:
    blank, repeated, spaced = [], [], []
    seen: dict[str, int] = {}
    for line, value in enumerate(ids, start=first_line):
        first = seen.setdefault(value, line)
        if not value.strip():
            blank.append(line)
            continue
        if first != line:
            repeated.append((value, line, first))
        if _SPACE.search(value):
            spaced.append((value, line))
    longest = max(seen, key=lambda value: len(value.encode()), default="")
    return IdFacts(tuple(blank), tuple(repeated), tuple(spaced), longest)
