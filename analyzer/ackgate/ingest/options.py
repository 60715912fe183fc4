"""What a reader may be told, and the errors it raises."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ackgate.model.cubes import TimestampConvention

Samples = Literal["leaf", "parent", "all"]
#: (bytes done, bytes in all; 0 where the size is not known)
Progress = Callable[[int, int], None]

DEFAULT_MAX_LABELS = 1_000
DEFAULT_MAX_CELLS = 500_000


class IngestError(ValueError):
    """Input that can't be counted; its text is one sentence for the user."""


class NotAJtlError(IngestError):
    """The bytes are not a JMeter result file."""


class NoRowsError(IngestError):
    """A result file without a single readable row."""


class UnreadableInputError(IngestError):
    """A path that can't be opened or decompressed at all."""


@dataclass(frozen=True)
class IngestOptions:
    """How to read.

    ``tz``: IANA zone of formatted timestamps without an offset. ``timestamp``: None detects the convention.
    ``samples``: leaf = samplers' own rows; parent = transaction rows where there are any; all = every row.
    ``rejects``: file that receives each quarantined row with source, line number and reason.
    ``max_cells`` bounds each cube: time slices double in width until the cube fits.
    ``max_labels`` bounds labels: rarer ones are counted together as "(other labels)".
    """

    tz: str = "UTC"
    timestamp: TimestampConvention | None = None
    samples: Samples = "leaf"
    rejects: Path | None = None
    max_cells: int = DEFAULT_MAX_CELLS
    max_labels: int = DEFAULT_MAX_LABELS
    block_bytes: int = 4 << 20
    workers: int = 2
