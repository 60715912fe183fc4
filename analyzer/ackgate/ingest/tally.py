"""The running counts of all sources: groups of equal attributes, and cubes over them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ackgate.ingest.batch import Int64s
from ackgate.ingest.counts import CodeTable, Key, TimeCube, label_rows
from ackgate.ingest.options import IngestOptions

SECOND_MS = 1_000
OTHER_LABELS = "(other labels)"
CONNECTIONS = ("", "first", "reconnected")
#: quantities in microseconds, in the order of their codes
QUANTITIES = (
    "tcp_us",
    "tls_us",
    "connack_us",
    "ping_us",
    "ack_us",
    "pubrec_us",
    "pubcomp_us",
    "send_delay_us",
    "response_us",
)
RECEIVED = ("received", "lost", "duplicate", "reordered")
MAX_LABELS_HELD, MAX_CODES, MAX_HOSTS, MAX_THREADS = 20_000, 1_000, 10_000, 200_000
MAX_CLIENTS, MAX_CLIENT_BINS = 5_000, 64


@dataclass(frozen=True)
class Group:
    """Attributes shared by all rows of a group, as codes; ``stretch``: global stretch number."""

    kind: int
    label: int
    code: int
    success: int
    operation: int
    phase: int
    connection: int
    host: int
    stretch: int
    weighted: int


@dataclass
class GroupTotals:
    """Per group, over all its rows."""

    rows: int = 0
    first_ms: int = 2**62
    last_ms: int = 0
    message: str = ""
    samples: int = 0
    errors: int = 0
    elapsed_sum_ms: int = 0


@dataclass
class ThreadTotals:
    """Per thread code: first start, last end, rows of each kind."""

    first_ms: Int64s = field(default_factory=lambda: np.zeros(0, np.int64))
    last_ms: Int64s = field(default_factory=lambda: np.zeros(0, np.int64))
    rows: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 3), np.int64))

    def add(self, thread: Int64s, kind: Int64s, start_ms: Int64s, end_ms: Int64s) -> None:
        """Count rows."""
        more = int(thread.max()) + 1 - len(self.first_ms)
        if more > 0:
            self.first_ms = np.append(self.first_ms, np.full(more, 2**62, np.int64))
            self.last_ms = np.append(self.last_ms, np.zeros(more, np.int64))
            self.rows = np.vstack((self.rows, np.zeros((more, 3), np.int64)))
        np.minimum.at(self.first_ms, thread, start_ms)
        np.maximum.at(self.last_ms, thread, end_ms)
        cells = np.bincount(thread * 3 + kind, minlength=self.rows.size)
        self.rows += cells.reshape(self.rows.shape)


@dataclass(frozen=True)
class Life:
    """One publish: times in us, ABSENT where the step did not occur."""

    ack_us: int
    label: int
    client_id: str
    start_ms: int
    pubrec_us: int
    pubcomp_us: int
    qos: int


class Tally:
    """All counts so far. Mutable; one per ``count_jtl`` call."""

    def __init__(self, options: IngestOptions) -> None:
        cells = options.max_cells
        self.labels = CodeTable(MAX_LABELS_HELD, OTHER_LABELS)
        self.response_codes = CodeTable(MAX_CODES, "(other codes)")
        self.hosts = CodeTable(MAX_HOSTS, "(other hosts)")
        self.threads = CodeTable(MAX_THREADS, "(other threads)")
        self.operations = CodeTable(100, "(other operations)")
        self.phases = CodeTable(100, "(other phases)")
        self.clients = CodeTable(MAX_CLIENTS, "")
        self.groups: dict[Group, int] = {}
        self.totals: list[GroupTotals] = []
        self.thread_totals = ThreadTotals()
        self.values = TimeCube(SECOND_MS, cells)  # group, elapsed_ms
        self.series = TimeCube(SECOND_MS, cells)  # group, bucket_ms
        self.active = TimeCube(SECOND_MS, cells, "max")  # host
        self.times_us = TimeCube(1 << 40, cells)  # group, quantity, bucket_us
        self.received = TimeCube(SECOND_MS, cells)  # label, RECEIVED index
        self.end_to_end = TimeCube(SECOND_MS, cells)  # label, value_us
        self.client_sums = TimeCube(SECOND_MS, 3 * MAX_CLIENTS * MAX_CLIENT_BINS)  # client, count|errors|sum
        self.client_slowest = TimeCube(SECOND_MS, MAX_CLIENTS * MAX_CLIENT_BINS, "max")  # client
        self.lives: list[Life] = []
        self.harness_failures = 0
        self.unreadable_histograms = 0
        self.negative_latencies = 0
        self.summed_rows = 0  # with a SampleCount other than 1

    def group_ids(self, columns: Sequence[Key], rows: int) -> Int64s:
        """The group number of each of ``rows`` rows; ``columns`` in the order of Group's fields."""
        return label_rows(columns, rows, self._group_numbers)

    def _group_numbers(self, distinct: Sequence[Int64s]) -> Int64s:
        rows = zip(*(column.tolist() for column in distinct), strict=True)
        return np.array([self._group_id(Group(*row)) for row in rows], dtype=np.int64)

    def _group_id(self, group: Group) -> int:
        known = self.groups.get(group)
        if known is None:
            known = self.groups[group] = len(self.totals)
            self.totals.append(GroupTotals())
        return known
