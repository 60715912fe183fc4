"""Parts of synthetic statistics: realistic shapes, fixed seeds, nothing measured."""

import datetime as dt
from typing import Any

import numpy as np

from ackgate.model.criteria import Verdict
from ackgate.model.distribution import HistogramBin, Modes, Peak, SeriesPoint, Timing
from ackgate.model.statistics import (
    Acknowledge,
    Backlog,
    BacklogPoint,
    Connect,
    CriterionResult,
    DataQuality,
    HeatMap,
    Operation,
    Outcome,
    SilentThread,
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
        "reason": "281 ms against < 1000 ms, 5000 samples",
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
        convention_reason="samples of one thread would overlap 23 times otherwise",
        percentile_method="nearest_rank",
        dashboard_difference=(
            "JMeter's dashboard shows other percentiles for 1 of 2 labels; largest: telemetry P99 14 ms "
            "there, 12 ms here. Why: its table computes percentiles from the last 20,000 samples of a "
            "label only."
        ),
        duplicates=[],
        overlaps=[],
        clock="no sign of skew: no end-to-end latency is negative",
        silent_threads=[SilentThread(thread="devices 1-7", host="loadgen-1", last_s=120.0, silent_s=3480.0)],
        silent_threads_total=1,
        harness_failures=0,
        merged_labels=0,
        notes=[],
    )
