"""Synthetic statistics for tests of the page: realistic shapes, fixed seeds, nothing measured."""

import datetime as dt
from typing import Any

import numpy as np

from ackgate.model.criteria import VERDICT_ORDER, Verdict
from ackgate.model.distribution import HistogramBin, Modes, Peak, SeriesPoint, Timing
from ackgate.model.evidence import EvidenceFile, EvidenceSummary
from ackgate.model.manifest import HostFacts, RunManifest, StreamPlan, SubscriberPlan, Versions
from ackgate.model.statistics import (
    Acknowledge,
    Backlog,
    BacklogPoint,
    BrokerPoint,
    Connect,
    CriterionResult,
    DataQuality,
    Delivery,
    Deviation,
    GeneratorPoint,
    HeatMap,
    Load,
    MessageLife,
    Operation,
    Outcome,
    Rows,
    Segment,
    SilentThread,
    SlowClient,
    Source,
    Statistics,
    SteadyWindow,
    TailSecond,
)

START = dt.datetime(2026, 11, 30, 14, 2, tzinfo=dt.UTC)
RANKS = ("50", "90", "95", "99", "99.9", "100")


def iso(seconds: float) -> str:
    return (START + dt.timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def percentiles(values: np.ndarray) -> dict[str, float | None]:
    ordered = np.sort(values)
    return {
        rank: round(float(ordered[int(np.ceil(float(rank) / 100 * len(ordered))) - 1]), 3) for rank in RANKS
    }


def timing(values: np.ndarray) -> Timing:
    return Timing(n=len(values), mean_ms=round(float(values.mean()), 3), percentiles_ms=percentiles(values))


def acknowledge_values(second_peak: float) -> np.ndarray:
    random = np.random.default_rng(11)
    main = random.lognormal(np.log(4.2), 0.45, int(30_000 * (1 - second_peak)))
    return np.concatenate([main, random.lognormal(np.log(210), 0.2, int(30_000 * second_peak))])


def histogram(values: np.ndarray) -> list[HistogramBin]:
    edges = np.geomspace(1, 1000, 70)
    counts, _ = np.histogram(values, edges)
    return [
        HistogramBin(low_ms=round(float(low), 3), high_ms=round(float(high), 3), count=int(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def acknowledge(second_peak: float = 0.0) -> Acknowledge:
    values = acknowledge_values(second_peak)
    peaks = [Peak(centre_ms=4.2, share=1 - second_peak, p95_ms=9.1)]
    if second_peak:
        peaks.append(Peak(centre_ms=210.0, share=second_peak, p95_ms=290.0))
    modes = Modes(
        verdict="bimodal" if second_peak else "unimodal",
        peaks=peaks,
        split_ms=60.0 if second_peak else None,
        upper_share_per_minute=[0.02, 0.025, 0.024] if second_peak else [],
        upper_share_per_host={"loadgen-1": second_peak} if second_peak else {},
    )
    whole = timing(values)
    return Acknowledge(
        **whole.model_dump(), modes=modes, histogram=histogram(values), pubrec=whole, pubcomp=whole
    )


def connect() -> Connect:
    values = np.random.default_rng(3).lognormal(np.log(60), 0.6, 5000)
    ordered = np.sort(values)
    ranks = (0, 1, 5, 10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.9, 100)
    curve = [
        (float(rank), round(float(ordered[max(0, int(np.ceil(rank / 100 * 5000)) - 1)]), 1)) for rank in ranks
    ]
    part = percentiles(values * 0.4)
    nothing: dict[str, float | None] = dict.fromkeys(RANKS)
    return Connect(
        percentiles_ms=percentiles(values),
        tcp_ms=part,
        tls_ms=nothing,
        connack_ms=part,
        rate_per_s=16.7,
        first=5000,
        reconnects=12,
        failed=3,
        n=5000,
        curve_ms=curve,
        tail=[TailSecond(at_s=float(second), slow_connects=3) for second in (40, 41, 280, 700)],
    )


def backlog(rate_per_s: float = -0.0002, verdict: Verdict = "PASS") -> Backlog:
    random = np.random.default_rng(5)
    times = np.arange(0, 3600, 10.0)
    line = 180 + 40 * np.sin(times / 300) + random.normal(0, 8, len(times)) + rate_per_s * times
    return Backlog(
        inbound_per_s=5000.0,
        outbound_per_s=5000.0,
        rate_per_s=rate_per_s,
        low_per_s=rate_per_s - 0.02,
        high_per_s=rate_per_s + 0.02,
        verdict=verdict,
        source="ledger",
        points=[
            BacklogPoint(at_s=float(x), outstanding=round(float(y), 1))
            for x, y in zip(times, line, strict=True)
        ],
        fit_start_s=600.0,
        fit_end_s=3590.0,
    )


def criterion(identifier: str, metric: str, verdict: Verdict, **changes: Any) -> CriterionResult:
    values: dict[str, Any] = {
        "id": identifier,
        "metric": metric,
        "label": None,
        "statistic": None,
        "limit": "< 1000 ms",
        "observed": 281.0,
        "unit": "ms",
        "low": 278.0,
        "high": 284.0,
        "margin": 0.7,
        "n": 5000,
        "verdict": verdict,
        "source": "workload",
        "window": "steady",
        "reason": "measured against the limit",
    }
    return CriterionResult(**(values | changes))


def criteria(acknowledge_verdict: Verdict = "PASS") -> list[CriterionResult]:
    failed = acknowledge_verdict == "FAIL"
    return [
        criterion("connect-p99", "connect_time", "PASS", statistic="p99"),
        criterion(
            "telemetry-ack-p99",
            "acknowledge_time",
            acknowledge_verdict,
            statistic="p99",
            label="telemetry",
            limit="< 50 ms",
            observed=212.0 if failed else 12.0,
            low=209.0 if failed else 11.0,
            high=216.0 if failed else 13.0,
            margin=-3.24 if failed else 0.76,
            n=30_000,
        ),
        criterion(
            "backlog",
            "backlog_rate",
            "PASS",
            limit="<= 0.1 /s",
            unit="/s",
            observed=-0.0002,
            low=-0.0202,
            high=0.0198,
            n=299,
        ),
    ]


def operation(label: str, kind: str = "publish", samples: int = 30_000, points: int = 60) -> Operation:
    values = np.random.default_rng(len(label)).lognormal(np.log(5), 0.5, 3000)
    series = [
        SeriesPoint(
            at_s=float(at_s), rate_per_s=50.0, errors=0, p50_ms=5.0, p99_ms=round(9 + 4 * np.sin(at_s / 9), 2)
        )
        for at_s in range(points)
    ]
    return Operation(
        label=label,
        operation=kind,
        samples=samples,
        errors=2,
        error_rate=2 / samples,
        throughput_per_s=8.33,
        mean_ms=5.6,
        min_ms=1.0,
        max_ms=44.0,
        percentiles_ms=percentiles(values),
        modes=Modes(verdict="unimodal", peaks=[]),
        series=series,
    )


def heat(rows: int, columns: int, prefix: str) -> HeatMap:
    values = np.random.default_rng(9).lognormal(2, 1, (rows, columns)).round(2)
    cells: list[list[float | None]] = [[None if v < 1 else float(v) for v in row] for row in values]
    names = [f"{prefix}{index:05d}" for index in range(rows)]
    return HeatMap(row_labels=names, column_s=[60.0 * c for c in range(columns)], values=cells, shown_of=rows)


def outcomes() -> list[Outcome]:
    return [
        Outcome(
            code="200",
            outcome_class="ok",
            count=35_000,
            label="telemetry",
            first=iso(0),
            last=iso(3600),
            message="",
        ),
        Outcome(
            code="TIMEOUT_PUBACK",
            outcome_class="timeout",
            count=5,
            label="telemetry",
            first=iso(700),
            last=iso(912),
            message="no PUBACK within 5000 ms",
        ),
        Outcome(
            code="NETWORK_RESET",
            outcome_class="network",
            count=3,
            label="connect",
            first=iso(12),
            last=iso(14),
            message="Connection reset by peer",
        ),
    ]


def quality() -> DataQuality:
    return DataQuality(
        timestamp_convention="start",
        convention_reason="run.json says so",
        percentile_method="nearest rank over exact counts",
        dashboard_difference="JMeter's dashboard computes its table from the last 20,000 samples of a label only.",
        duplicates=[],
        overlaps=[],
        clock="one machine, one clock",
        silent_threads=[SilentThread(thread="devices 1-7", host="loadgen-1", last_s=120.0, silent_s=3480.0)],
        silent_threads_total=1,
        harness_failures=0,
        merged_labels=0,
        notes=[],
    )


def statistics(**changes: Any) -> Statistics:
    """A passing run of an hour; ``changes`` replace whole fields."""
    values: dict[str, Any] = {
        "rows": Rows(
            read=35_020, used=35_008, transaction=0, sub_result=10, excluded=0, quarantined=2,
            quarantine_reasons={"too few fields": 2}, physical_lines=35_021, header_lines=1, blank_lines=0,
            continuation_lines=0,
        ),
        "sources": [
            Source(path="samples.jtl", size_bytes=7_340_032, sha256="ab" * 32, format="csv", compression="none",
                   delimiter=",", columns=["timeStamp", "elapsed"], missing_columns=[])
        ],
        "samples": 35_008,
        "errors": 8,
        "duration_s": 3600.2,
        "throughput_per_s": 9.72,
        "start": iso(0),
        "end": iso(3600.2),
        "segments": [Segment(start=iso(0), end=iso(3600.2), samples=35_008, throughput_per_s=9.72, source="samples.jtl")],
        "window": SteadyWindow(steady_start=iso(600), steady_end=iso(3600), rule="all connected, then 60 s", cut_samples=5800),
        "operations": [operation("telemetry"), operation("connect", "connect", 5000)],
        "operations_total": 2,
        "connect": connect(),
        "acknowledge": acknowledge(),
        "response_time": timing(acknowledge_values(0.0) + 0.4),
        "send_delay": timing(np.full(2000, 0.4)),
        "end_to_end": timing(acknowledge_values(0.0) * 1.5),
        "delivery": Delivery(sent=30_005, acknowledged=30_000, owed=30_000, received=30_000, lost=0, duplicate=0),
        "backlog": backlog(),
        "outcomes": outcomes(),
        "criteria": criteria(),
        "load": [Load(label="telemetry", intended_per_s=8.4, achieved_per_s=8.33, kept_share=0.992)],
        "generator": [
            GeneratorPoint(at_s=float(s), threads=min(5000, s * 17), jmeter_cpu_percent=42.0 + s % 7,
                           system_cpu_percent=31.0, jmeter_rss_bytes=600 * 2**20, jmeter_gc_pause_ms=1.5)
            for s in range(0, 3600, 30)
        ],
        "broker": [
            BrokerPoint(at_s=float(s), publish_received_per_s=8.3, publish_sent_per_s=8.3, publish_dropped=0, clients=5000)
            for s in range(0, 3600, 30)
        ],
        "latency_heat": heat(12, 60, ""),
        "client_heat": heat(40, 60, "dev-"),
        "slow_clients": [SlowClient(client_id="dev-00017", publishes=60, errors=1, mean_ms=31.0, max_ms=412.0)],
        "lives": [
            MessageLife(label="telemetry", client_id="dev-00017", start=iso(4.1), pubrec_ms=100.0, completed_ms=1700.0, qos=2)
        ],
        "quality": quality(),
        "deviations": [Deviation(id="warm-up", text="600 s were cut; the plan asked for 360 s.")],
    }  # fmt: skip
    values |= changes
    found = {result.verdict for result in values["criteria"]}
    values.setdefault(
        "verdict", next((verdict for verdict in VERDICT_ORDER if verdict in found), "NOT_TESTED")
    )
    return Statistics(**values)


def failing() -> Statistics:
    return statistics(acknowledge=acknowledge(0.024), criteria=criteria("FAIL"))


def inconclusive() -> Statistics:
    reason = "the interval of the slope reaches over the limit; a longer run would narrow it"
    wide = criterion(
        "backlog", "backlog_rate", "INCONCLUSIVE", limit="<= 0.1 /s", unit="/s", observed=0.06, low=-0.05,
        high=0.17, n=40, reason=reason,
    )  # fmt: skip
    missing = criterion(
        "alarm-ack", "acknowledge_time", "NOT_TESTED", label="alarm", statistic="p99", observed=None, low=None,
        high=None, margin=None, n=0, reason="no row carries the label alarm",
    )  # fmt: skip
    return statistics(criteria=[criteria()[0], wide, missing], backlog=backlog(0.06, "INCONCLUSIVE"))


def foreign() -> Statistics:
    """A JTL of plain JMeter without plan: no ledger, no stages, no client identifiers."""
    unknown = Backlog(
        inbound_per_s=None, outbound_per_s=None, rate_per_s=None, low_per_s=None, high_per_s=None,
        verdict="NOT_TESTED", source="not_known", reason="what is owed comes from the plan, and there is none",
    )  # fmt: skip
    return statistics(
        connect=None, acknowledge=None, response_time=None, send_delay=None, end_to_end=None, delivery=None,
        backlog=unknown, criteria=[], load=[], generator=[], broker=[], latency_heat=None, client_heat=None,
        slow_clients=[], lives=[], deviations=[], operations=[operation("HTTP Request", "")],
    )  # fmt: skip


HOSTILE_LABELS = (
    "<script>alert(1)</script>",
    "\"quoted\" 'label' & <b>bold</b>",
    "\u202egnp.exe\u202c right to left",
    "مرحبا بالعالم",
    "</script><img src=x onerror=alert(2)>",
    "{{ 7 * 7 }} {% raw %} ${device_id} $x^2$",
    "x" * 10_000,
)


def hostile() -> Statistics:
    message = "<script>document.title='owned'</script>" + "A" * 10_000 + "\x00\x1b[31m"
    bad = [
        Outcome(
            code=label[:300],
            outcome_class="rejected",
            count=3,
            label=label,
            first=iso(1),
            last=iso(2),
            message=message,
        )
        for label in HOSTILE_LABELS
    ]
    asked = criterion(
        "<i>c1</i>", "acknowledge_time", "FAIL", label=HOSTILE_LABELS[0], statistic="p99", observed=2000.0
    )
    return statistics(
        operations=[operation(label) for label in HOSTILE_LABELS],
        operations_total=len(HOSTILE_LABELS),
        outcomes=bad,
        criteria=[asked],
        slow_clients=[SlowClient(client_id=label, publishes=1, errors=0, mean_ms=1, max_ms=2) for label in HOSTILE_LABELS],
        client_heat=HeatMap(row_labels=list(HOSTILE_LABELS), column_s=[0.0, 60.0], values=[[1.0, 2.0]] * 7, shown_of=7),
        lives=[MessageLife(label=HOSTILE_LABELS[0], client_id=HOSTILE_LABELS[4], start=iso(1), pubrec_ms=None,
                           completed_ms=3.0, qos=1)],
    )  # fmt: skip


def many_labels(count: int = 200, points: int = 60) -> Statistics:
    labels = [
        operation(f"sensor-{index:03d} telemetry", samples=1000 + index, points=points)
        for index in range(count)
    ]
    return statistics(operations=labels, operations_total=count)


def manifest() -> RunManifest:
    return RunManifest(
        run_id="R-2026-1130-03",
        workload_name="iot-benchmark",
        title="Telemetry of 5,000 devices",
        versions=Versions(
            ackgate="0.1.0", java="17.0.15", jmeter="5.6.3", sampler="0.1.0", broker="Mosquitto 2.0.11"
        ),
        host=HostFacts(hostname="loadgen-1", os="Linux 6.1", cpu_count=16, memory_bytes=32 * 2**30),
        command=["jmeter", "-n", "-t", "plan.jmx"],
        seed=42,
        broker_kind="url",
        broker_url="tcp://broker.example:1883",
        mqtt_version="3.1.1",
        threads=5000,
        ramp_up_s=300,
        warm_up_s=60,
        duration_s=3600,
        drain_s=10,
        started_ms=int(START.timestamp() * 1000),
        streams=[
            StreamPlan(
                label="telemetry",
                topic="device/${device_id}/telemetry",
                qos=1,
                rate_per_device_per_s=1 / 600,
                intended_rate_per_s=8.4,
                owed_per_publish=1,
                payload_bytes=256,
            )
        ],
        subscribers=[
            SubscriberPlan(
                name="backend", count=4, topic_filter="$share/backend/device/+/telemetry", qos=1, shared=True
            )
        ],
    )


def evidence() -> EvidenceSummary:
    return EvidenceSummary(
        core_sha256="856a1fadde75af9cf811d008432f0e5039158d83fe8a9a8fd67217cdaa5ad8d0",
        files=(EvidenceFile(path="samples.jtl", role="raw", sha256="ab" * 32, size_bytes=7_340_032),),
    )
