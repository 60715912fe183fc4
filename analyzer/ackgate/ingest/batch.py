"""Rows of one block as columns: what every reader (fast CSV, careful CSV, XML) hands on."""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

#: No value in an integer column.
ABSENT = -(2**62)

# How an XML row is nested. CSV rows are NESTED_UNKNOWN: their kind shows in their neighbours.
NESTED_UNKNOWN, NESTED_TOP, NESTED_IN_TRANSACTION, NESTED_SUB = -1, 0, 1, 2


@dataclass(frozen=True)
class Coded:
    """A text column: ``texts[codes[i]]`` is row i."""

    codes: Int32s
    texts: tuple[str, ...]

    @staticmethod
    def constant(text: str, rows: int) -> "Coded":
        """The same text on every row."""
        return Coded(np.zeros(rows, dtype=np.int32), (text,))

    def kept(self, keep: Bools) -> "Coded":
        """The rows where ``keep`` holds."""
        return Coded(self.codes[keep], self.texts)


@dataclass(frozen=True)
class MqttColumns:
    """The ``mqtt_*`` columns; ``ABSENT`` where empty. ``histograms``: base64 text per row index."""

    operation: Coded
    phase: Coded
    client_id: Coded
    connection: Int64s
    qos: Int64s
    times_us: dict[str, Int64s]
    counts: dict[str, Int64s]
    histograms: dict[int, str]

    def kept(self, keep: Bools) -> "MqttColumns":
        """The rows where ``keep`` holds."""
        place = np.cumsum(keep) - 1
        return MqttColumns(
            self.operation.kept(keep),
            self.phase.kept(keep),
            self.client_id.kept(keep),
            self.connection[keep],
            self.qos[keep],
            {name: column[keep] for name, column in self.times_us.items()},
            {name: column[keep] for name, column in self.counts.items()},
            {int(place[row]): text for row, text in self.histograms.items() if keep[row]},
        )


@dataclass(frozen=True)
class Batch:
    """Readable rows in file order, times in epoch ms as written. ``line``: 1-based line number."""

    line: Int64s
    time_ms: Int64s
    elapsed_ms: Int64s
    label: Coded
    code: Coded
    message: Coded
    thread: Coded
    host: Coded
    data_type: Coded
    success: Bools
    all_threads: Int64s
    sample_count: Int64s | None = None
    error_count: Int64s | None = None
    nesting: Int32s | None = None
    mqtt: MqttColumns | None = None
    columns: tuple[str, ...] = ()  # names the file gave, as far as they are read

    def __len__(self) -> int:
        return len(self.line)

    def kept(self, keep: Bools) -> "Batch":
        """The rows where ``keep`` holds."""
        columns: dict[str, Any] = {}
        for item in fields(self):
            column = getattr(self, item.name)
            if isinstance(column, np.ndarray):
                columns[item.name] = column[keep]
            elif isinstance(column, Coded | MqttColumns):
                columns[item.name] = column.kept(keep)
        return replace(self, **columns)


@dataclass(frozen=True)
class Reject:
    """A quarantined row: 1-based line number, reason, the row as found."""

    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class LineCount:
    """Physical lines of a block by what they are. ``rows`` = readable + quarantined."""

    physical: int = 0
    header: int = 0
    blank: int = 0
    continuation: int = 0
    rows: int = 0

    def __add__(self, other: "LineCount") -> "LineCount":
        return LineCount(
            self.physical + other.physical,
            self.header + other.header,
            self.blank + other.blank,
            self.continuation + other.continuation,
            self.rows + other.rows,
        )

    def check(self) -> None:
        """Raises AssertionError unless every physical line is accounted for once."""
        parts = self.header + self.blank + self.continuation + self.rows
        if self.physical != parts:
            raise AssertionError(f"{self.physical} physical lines but {parts} accounted for")


@dataclass(frozen=True)
class Section:
    """Rows under one header. ``new_header``: a header line stands before them inside the file's data."""

    batch: Batch
    new_header: bool = False


@dataclass(frozen=True)
class Block:
    """What one block of bytes came to."""

    sections: tuple[Section, ...]
    lines: LineCount
    rejects: tuple[Reject, ...] = ()
    odd_width_rows: int = 0
    notes: tuple[str, ...] = ()
