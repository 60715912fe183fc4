"""stats.json (schema_version 1): all that a report may say. Keys named in docs/contracts.md stay stable."""

from typing import Literal

from pydantic import AliasChoices, Field

from ackgate.model.criteria import CriterionSource, Verdict
from ackgate.model.delivery import (
    Backlog,
    BacklogPoint,
    BrokerEffort,
    BrokerPoint,
    Delivery,
    GeneratorPoint,
    Load,
)
from ackgate.model.distribution import (
    Drift,
    FrozenModel,
    HistogramBin,
    Modes,
    Percentiles,
    SeriesPoint,
    Timing,
)
from ackgate.model.response_code import OutcomeClass

__all__ = [  # the ledger's types are part of stats.json too, so they may be imported from here
    "Acknowledge", "Backlog", "BacklogPoint", "BrokerEffort", "BrokerPoint", "Connect", "CriterionResult",
    "DataQuality", "Delivery", "Deviation", "GeneratorPoint", "HeatMap", "Load", "MessageLife", "Operation",
    "Outcome", "Rows", "Segment", "SilentThread", "SlowClient", "Source", "Statistics", "SteadyWindow",
    "TailSecond",
]  # fmt: skip


class Rows(FrozenModel):
    """Row accounting: read = used + transaction + sub_result + excluded + quarantined."""

    read: int
    used: int
    transaction: int
    sub_result: int
    excluded: int
    quarantined: int
    quarantine_reasons: dict[str, int]
    physical_lines: int
    header_lines: int
    blank_lines: int
    continuation_lines: int


class Source(FrozenModel):
    """One input file as found."""

    path: str
    size_bytes: int
    sha256: str
    format: str
    compression: str
    delimiter: str
    columns: list[str]
    missing_columns: list[str]


class Segment(FrozenModel):
    """ISO 8601 UTC times; rate over this segment alone."""

    start: str
    end: str
    samples: int
    throughput_per_s: float | None
    source: str


class SteadyWindow(FrozenModel):
    """ISO 8601 UTC; None where no steady window could be found; ``rule`` says how it was cut."""

    steady_start: str | None
    steady_end: str | None
    rule: str
    cut_samples: int


class Operation(FrozenModel):
    """One label."""

    label: str
    operation: str
    samples: int
    errors: int
    error_rate: float
    throughput_per_s: float | None
    mean_ms: float | None
    min_ms: float | None
    max_ms: float | None
    percentiles_ms: Percentiles
    steady_samples: int | None = None
    steady_percentiles_ms: Percentiles | None = None
    modes: Modes
    histogram: list[HistogramBin] = []
    series: list[SeriesPoint] = []
    dashboard_ms: Percentiles | None = None
    weighted: bool = False
    note: str | None = None


class TailSecond(FrozenModel):
    """A second of the run that holds connects slower than P99."""

    at_s: float
    slow_connects: int


class Connect(FrozenModel):
    """Successful first and repeated connects. ``first`` and ``reconnects`` count rows."""

    percentiles_ms: Percentiles
    tcp_ms: Percentiles
    tls_ms: Percentiles
    connack_ms: Percentiles
    rate_per_s: float | None
    first: int
    reconnects: int
    failed: int = 0
    n: int = 0
    curve_ms: list[tuple[float, float]] = []  # (percentile rank, value) for the chart
    tail: list[TailSecond] = []


class Acknowledge(Timing):
    """Acknowledge time over QoS 1 and 2 publishes, with the QoS 2 stages."""

    modes: Modes | None = None
    histogram: list[HistogramBin] = []
    pubrec: Timing | None = None
    pubcomp: Timing | None = None


class Outcome(FrozenModel):
    """Rows of one response code. ISO 8601 UTC times."""

    code: str
    outcome_class: OutcomeClass = Field(
        serialization_alias="class", validation_alias=AliasChoices("class", "outcome_class")
    )
    count: int
    label: str
    first: str
    last: str
    message: str


class CriterionResult(FrozenModel):
    """One verdict. ``observed`` etc. are in ``unit``; None where not known, then ``reason`` says why."""

    id: str
    metric: str
    label: str | None
    statistic: str | None
    limit: str
    observed: float | None
    unit: str
    low: float | None
    high: float | None
    margin: float | None
    n: int
    verdict: Verdict
    source: CriterionSource
    window: str
    reason: str


class SilentThread(FrozenModel):
    """A thread whose last row lies long before the end."""

    thread: str
    host: str
    last_s: float
    silent_s: float


class HeatMap(FrozenModel):
    """Row-major counts or values; ``None`` where empty."""

    row_labels: list[str]
    column_s: list[float]
    values: list[list[float | None]]
    shown_of: int


class SlowClient(FrozenModel):
    """A client by its slowest acknowledge time."""

    client_id: str
    publishes: int
    errors: int
    mean_ms: float
    max_ms: float


class MessageLife(FrozenModel):
    """One publish from hand-over to completion."""

    label: str
    client_id: str
    start: str
    pubrec_ms: float | None
    completed_ms: float
    qos: int


class DataQuality(FrozenModel):
    """What a reader needs to judge the data itself."""

    timestamp_convention: str
    convention_reason: str
    percentile_method: str
    dashboard_difference: str | None
    duplicates: list[str]
    overlaps: list[str]
    clock: str
    silent_threads: list[SilentThread]
    silent_threads_total: int
    harness_failures: int
    merged_labels: int
    notes: list[str]


class Deviation(FrozenModel):
    """A departure from the plan, found by the tool."""

    id: str
    text: str


class Statistics(FrozenModel):
    """The whole of stats.json."""

    schema_version: Literal[1] = 1
    rows: Rows
    sources: list[Source]
    samples: int
    errors: int
    duration_s: float
    throughput_per_s: float | None
    start: str
    end: str
    segments: list[Segment]
    window: SteadyWindow
    operations: list[Operation]
    operations_total: int
    connect: Connect | None
    acknowledge: Acknowledge | None
    response_time: Timing | None
    send_delay: Timing | None
    end_to_end: Timing | None
    delivery: Delivery | None
    backlog: Backlog
    outcomes: list[Outcome]
    criteria: list[CriterionResult]
    verdict: Verdict
    load: list[Load]
    generator: list[GeneratorPoint]
    broker: list[BrokerPoint]
    broker_effort: BrokerEffort | None = None
    latency_heat: HeatMap | None
    client_heat: HeatMap | None
    slow_clients: list[SlowClient]
    lives: list[MessageLife]
    drift: list[Drift] = []
    quality: DataQuality
    deviations: list[Deviation]
