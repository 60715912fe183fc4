"""The devices as a table: columns and one row per device."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from ackgate.model.workload_load import Devices
from ackgate.plan.workload_error import WorkloadError

MAX_CLIENT_ID_BYTES = 65_535


@dataclass(frozen=True)
class DeviceTable:
    """Column names and rows (text), in file order, without blank lines."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    quoted: bool = False

    def column(self, name: str) -> list[str]:
        """Values of one column. Raises ValueError when there is none of that name."""
        at = self.columns.index(name)
        return [row[at] if at < len(row) else "" for row in self.rows]

    def id_problems(self, source: str, column: str) -> Iterator[str]:
        """Blank, duplicate and overlong client identifiers of ``column``; the header is line 1."""
        first_line: dict[str, int] = {}
        for line, value in enumerate(self.column(column), start=2):
            if not value.strip():
                yield f"devices.file: {source} line {line} has a blank {column}; each device needs one"
            elif value in first_line:
                yield (
                    f"devices.file: {source} lines {first_line[value]} and {line} have the same {column}"
                    f" '{value}'; a broker would close the first connection when the second opens"
                )
            elif len(value.encode()) > MAX_CLIENT_ID_BYTES:
                yield f"devices.file: {source} line {line}: {column} is over {MAX_CLIENT_ID_BYTES} bytes"
            first_line.setdefault(value, line)


def read_devices(devices: Devices, needed: int) -> DeviceTable:
    """The table of a CSV file, or the first ``needed`` devices of a counted set. Raises WorkloadError."""
    if devices.file is None:
        numbers = range(1, min(needed, devices.count or 0) + 1)
        return DeviceTable((devices.client_id,), tuple((devices.id_at(number),) for number in numbers))
    try:
        text = devices.file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise WorkloadError(f"devices.file: {devices.file}: no such file") from None
    except UnicodeDecodeError as error:
        raise WorkloadError(
            f"devices.file: {devices.file.name} is not UTF-8 (byte {error.start}); save it as UTF-8"
        ) from error
    lines = csv.reader(text.splitlines(), delimiter=devices.delimiter)
    try:
        rows = tuple(tuple(row) for row in lines if row)
    except csv.Error as error:
        raise WorkloadError(f"devices.file: {devices.file.name} line {lines.line_num}: {error}") from error
    if not rows:
        raise WorkloadError(
            f"devices.file: {devices.file.name} is empty; it needs a header and a row per device"
        )
    return DeviceTable(rows[0], rows[1:], quoted='"' in text)
