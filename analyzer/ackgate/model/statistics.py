"""stats.json (schema_version 1): everything the report may say. Keys named in docs/contracts.md stay stable."""

from typing import Literal

from ackgate.model.criteria import CriterionSource, Verdict
from ackgate.model.distribution import (
    FrozenModel,
    HistogramBin,
    Modes,
    Percentiles,
    SeriesPoint,
    Timing,
)
from ackgate.model.response_code import OutcomeClass


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


class Delivery(FrozenModel):
    """The ledger; None where not known. ``sent``: publishes on the socket; ``owed``: deliveries."""

    sent: int
    acknowledged: int
    owed: int | None
    received: int | None
    lost: int | None
    duplicate: int | None
    reordered: int | None = None
    late_acks: int | None = None
    qos0_sent: int = 0
    not_known: str | None = None


class BacklogPoint(FrozenModel):
    """Cumulative owed minus received (or broker inbound minus outbound) at a time."""

    at_s: float
    outstanding: float


class Backlog(FrozenModel):
    """Rates per second with the interval of the slope; None and a reason where not known."""

    inbound_per_s: float | None
    outbound_per_s: float | None
    rate_per_s: float | None
    low_per_s: float | None
    high_per_s: float | None
    verdict: Verdict
    source: Literal["ledger", "broker", "not_known"]
    reason: str | None = None
    points: list[BacklogPoint] = []
    fit_start_s: float | None = None
    fit_end_s: float | None = None
    counter_resets_s: list[float] = []
    advice: str | None = None


class Outcome(FrozenModel):
    """Rows of one response code. ISO 8601 UTC times."""

    code: str
    outcome_class: OutcomeClass
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


class Load(FrozenModel):
    """Offered against achieved load of one stream, and the generator."""

    label: str
    intended_per_s: float
    achieved_per_s: float
    kept_share: float


class GeneratorPoint(FrozenModel):
    """Load generator and active threads at a time; None where not measured."""

    at_s: float
    threads: int | None
    jmeter_cpu_percent: float | None
    system_cpu_percent: float | None
    jmeter_rss_bytes: int | None
    jmeter_gc_pause_ms: float | None


class BrokerPoint(FrozenModel):
    """Broker counters differenced to rates."""

    at_s: float
    publish_received_per_s: float | None
    publish_sent_per_s: float | None
    publish_dropped: int | None
    clients: int | None


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
    latency_heat: HeatMap | None
    client_heat: HeatMap | None
    slow_clients: list[SlowClient]
    lives: list[MessageLife]
    quality: DataQuality
    deviations: list[Deviation]
