"""A devices file as JMeter's CSV Data Set reads it."""

import csv
from dataclasses import dataclass
from pathlib import Path

from ackgate.check.jmx_node import Node
from ackgate.check.resolve import Resolver

_BOM = b"\xef\xbb\xbf"


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

    def column(self, name: str) -> list[str]:
        """Values of a column, empty text where a row is too short."""
        at = self.columns.index(name)
        return [row[at] if at < len(row) else "" for row in self.rows]


def read_devices_file(path: Path, data: Node, resolver: Resolver) -> DevicesFile:
    """The file of a CSV Data Set."""
    delimiter = resolver.text(data.text("delimiter", ",")).replace("\\t", "\t")
    names = resolver.text(data.text("variableNames"))
    given = (
        tuple(name.strip() for name in names.split(",")) if "," in names else tuple(names.split(delimiter))
    )
    columns = given if names else None
    return read_table(
        path, delimiter[:1] or ",", columns, skip_first=columns is None or data.flag("ignoreFirstLine")
    )


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
