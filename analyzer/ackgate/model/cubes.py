"""What ingest hands to stats: counts, never samples. Frames carry the columns named beside each field.

``elapsed`` is an integer in JMeter, so counting loses nothing; ``*_us`` values are counted in buckets of
three significant digits (HdrHistogram's scheme, within 0.1 %). Text columns may be categorical.
"""

from dataclasses import dataclass, field
from typing import Literal

import pandas as pd

TimestampConvention = Literal["start", "end"]

VALUE_COLUMNS = (
    "segment",  # int
    "label",  # str
    "operation",  # mqtt_op of mqtt rows, "" on others
    "code",  # response code
    "success",  # bool
    "phase",  # mqtt_phase, "" where absent
    "connection",  # "first" | "reconnected" | ""
    "host",  # Hostname, "" where absent
    "slice_start_ms",  # epoch ms of the time slice the sample started in
    "quantity",  # "elapsed_ms" or one of the *_us columns without its mqtt_ prefix; plus response_us
    "value",  # int, unit as in quantity
    "count",  # int
)
SERIES_COLUMNS = ("label", "operation", "success", "second", "bucket_ms", "count")  # second: epoch s of start
THREAD_COLUMNS = ("host", "thread", "first_start_ms", "last_end_ms", "samples")
OUTCOME_COLUMNS = ("label", "operation", "code", "success", "count", "first_ms", "last_ms", "message")
ACTIVE_COLUMNS = ("second", "host", "threads")  # max of allThreads in that second
RECEIVED_COLUMNS = (
    "label",
    "second",
    "received",
    "lost",
    "duplicate",
    "reordered",
)  # second of the window's end
CLIENT_COLUMNS = ("client_id", "bin_start_ms", "count", "errors", "sum_us", "max_us")  # acknowledge time
WEIGHTED_COLUMNS = ("label", "samples", "errors", "elapsed_sum_ms")  # SampleCount rows, XMeter batches
E2E_COLUMNS = ("label", "second", "value_us", "count")  # decoded from mqtt_e2e_hdr
LIFE_COLUMNS = (
    "label",
    "client_id",
    "start_ms",
    "pubrec_us",
    "pubcomp_us",
    "ack_us",
    "qos",
)  # slowest publishes


@dataclass(frozen=True)
class RowAccount:
    """Every physical line of the input, once.

    ``read = used + transaction + sub_result + excluded + quarantined`` and
    ``physical_lines = header_lines + blank_lines + continuation_lines + read``.
    """

    read: int
    used: int
    transaction: int
    sub_result: int
    excluded: int
    quarantined: int
    physical_lines: int
    header_lines: int
    blank_lines: int
    continuation_lines: int
    quarantine_reasons: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class SegmentSpan:
    """A stretch of rows of one run. Epoch ms of first start and last end; ``source`` names the file."""

    index: int
    start_ms: int
    end_ms: int
    samples: int
    source: str


@dataclass(frozen=True)
class SourceFile:
    """One input. ``format`` is by content; ``missing_columns`` are those whose absence costs figures."""

    path: str
    size_bytes: int
    sha256: str
    format: Literal["csv", "xml", "parquet"]
    compression: Literal["none", "gzip", "bz2", "xz", "zstd"]
    delimiter: str
    columns: tuple[str, ...]
    missing_columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cubes:
    """All that stats may know of the rows. Each frame has exactly the columns of its tuple above."""

    account: RowAccount
    sources: tuple[SourceFile, ...]
    segments: tuple[SegmentSpan, ...]
    timestamp_convention: TimestampConvention
    convention_reason: str
    slice_ms: int
    values: pd.DataFrame
    series: pd.DataFrame
    threads: pd.DataFrame
    outcomes: pd.DataFrame
    active: pd.DataFrame
    received: pd.DataFrame
    clients: pd.DataFrame
    weighted: pd.DataFrame
    end_to_end: pd.DataFrame
    lives: pd.DataFrame
    harness_failures: int
    negative_end_to_end: int  # as the messages of receive rows state
    merged_labels: int = field(default=0)  # labels beyond the bound, counted together as "(other labels)"
    notes: tuple[str, ...] = ()
    series_step_s: int = 1  # width of the bins in ``series``; doubles like ``slice_ms`` on long runs
