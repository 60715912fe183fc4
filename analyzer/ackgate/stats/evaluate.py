"""Counted rows to the whole of stats.json."""

from dataclasses import dataclass

from ackgate.model.criteria import Verdict
from ackgate.model.cubes import SegmentSpan
from ackgate.model.distribution import Timing
from ackgate.model.measurement import Measurement
from ackgate.model.statistics import (
    Backlog,
    Connect,
    CriterionResult,
    DataQuality,
    Delivery,
    Deviation,
    Load,
    Operation,
    Rows,
    Segment,
    Source,
    Statistics,
    SteadyWindow,
)
from ackgate.stats.acknowledge import acknowledge_statistics
from ackgate.stats.backlog import backlog_statistics
from ackgate.stats.broker_counters import broker_points
from ackgate.stats.broker_effort import broker_effort
from ackgate.stats.clients import client_heat, message_lives, slow_clients
from ackgate.stats.connect import connect_statistics
from ackgate.stats.context import Context
from ackgate.stats.counts import Counts
from ackgate.stats.criteria import Judge, overall
from ackgate.stats.deviations import Findings, data_limits, find_deviations
from ackgate.stats.drift import drift_statistics
from ackgate.stats.heat import latency_heat
from ackgate.stats.ledger import delivery_statistics, read_ledger
from ackgate.stats.load import generator_points, load_statistics, schedule_shortfalls
from ackgate.stats.operations import operation_statistics, per_second_rate
from ackgate.stats.outcomes import outcome_statistics
from ackgate.stats.percentiles import PercentileMethod, percentiles
from ackgate.stats.quality import data_quality
from ackgate.stats.steady_window import find_timeline
from ackgate.stats.table import empty_table, tables_by_quantity
from ackgate.stats.timeline import iso_utc
from ackgate.stats.timing import timing, timing_of_counts

#: A Receive element collects for one second unless it says otherwise.
RECEIVE_WINDOW_S = 1.0


def evaluate(measurement: Measurement, method: PercentileMethod = "nearest_rank") -> Statistics:
    """All figures and verdicts of a measurement. Pure: equal input gives equal output.

    ``method`` "jmeter" shows tables by the dashboard's percentile rule for comparison; criteria are always
    judged by nearest rank.
    """
    tables = tables_by_quantity(measurement.cubes.values)
    elapsed = tables.get("elapsed_ms") or empty_table()
    timeline = find_timeline(measurement.cubes, measurement.manifest, elapsed)
    context = Context(measurement, tables, timeline, method)
    ledger = read_ledger(context.cubes, context.manifest)
    delivery = delivery_statistics(context.cubes, tables, context.manifest, ledger)
    backlog = backlog_statistics(
        ledger, timeline, context.manifest, measurement.broker, _receive_window_s(context)
    )
    return _assemble(context, delivery, backlog, _judge(context, delivery, backlog))


@dataclass(frozen=True)
class _Judged:
    """What the criteria and the deviations are read from, and what they say."""

    operations: list[Operation]
    operations_total: int
    window: SteadyWindow
    connect: Connect | None
    load: list[Load]
    quality: DataQuality
    criteria: list[CriterionResult]
    verdict: Verdict
    deviations: list[Deviation]


def _judge(context: Context, delivery: Delivery | None, backlog: Backlog) -> _Judged:
    operations, operations_total = operation_statistics(context)
    load = load_statistics(context)
    shortfalls = schedule_shortfalls(context, load)
    window, connect = _window(context), connect_statistics(context)
    quality = data_quality(context, operations)
    limits = data_limits(context, shortfalls)
    results = Judge(context, delivery, backlog, limits).results()
    found = Findings(window, connect, delivery, backlog, load, shortfalls, quality)
    return _Judged(
        operations=operations,
        operations_total=operations_total,
        window=window,
        connect=connect,
        load=load,
        quality=quality,
        criteria=results,
        verdict=overall(results, limits),
        deviations=find_deviations(context, found),
    )


def _assemble(context: Context, delivery: Delivery | None, backlog: Backlog, judged: _Judged) -> Statistics:
    cubes, timeline = context.cubes, context.timeline
    samples, errors = _totals(context)
    return Statistics(
        rows=_rows(context),
        sources=_sources(context),
        samples=samples,
        errors=errors,
        duration_s=round(timeline.duration_s, 3),
        throughput_per_s=per_second_rate(samples - errors, timeline.duration_s),
        start=iso_utc(timeline.start_ms),
        end=iso_utc(timeline.end_ms),
        segments=_segments(context),
        acknowledge=acknowledge_statistics(context),
        response_time=_publish_timing(context, "response_us"),
        send_delay=_publish_timing(context, "send_delay_us"),
        end_to_end=_end_to_end(context),
        delivery=delivery,
        backlog=backlog,
        outcomes=outcome_statistics(cubes.outcomes),
        generator=generator_points(context),
        broker=broker_points(context.measurement.broker, timeline),
        broker_effort=broker_effort(context.measurement.broker_host, timeline),
        latency_heat=latency_heat(context),
        client_heat=client_heat(cubes.clients, timeline),
        slow_clients=slow_clients(cubes.clients),
        lives=message_lives(cubes.lives),
        drift=drift_statistics(context),
        **vars(judged),
    )


def _totals(context: Context) -> tuple[int, int]:
    """Samples and errors; rows that stand for many samples count as many."""
    weighted = context.cubes.weighted
    return (
        context.elapsed.n + int(weighted["samples"].sum()),
        context.elapsed.failed + int(weighted["errors"].sum()),
    )


def _receive_window_s(context: Context) -> float:
    """Mean length of a receive row, at least the default window."""
    mean_ms = context.elapsed.operations("receive").counts.mean
    return RECEIVE_WINDOW_S if mean_ms is None else max(RECEIVE_WINDOW_S, mean_ms / 1000)


def _publish_timing(context: Context, quantity: str) -> Timing | None:
    rows = context.table(quantity).operations("publish")
    return timing(rows, context.timeline, per_ms=1000, method=context.method)


def _end_to_end(context: Context) -> Timing | None:
    frame = context.cubes.end_to_end
    whole = timing_of_counts(Counts.of(frame["value_us"], frame["count"]), per_ms=1000, method=context.method)
    if whole is None or context.timeline.steady_s is None:
        return whole
    steady = frame[context.timeline.steady_seconds(frame["second"].to_numpy())]
    counts = Counts.of(steady["value_us"], steady["count"])
    return whole.model_copy(
        update={
            "steady_n": counts.n,
            "steady_percentiles_ms": percentiles(counts, per_ms=1000, method=context.method),
        }
    )


def _rows(context: Context) -> Rows:
    account = context.cubes.account
    return Rows(
        read=account.read,
        used=account.used,
        transaction=account.transaction,
        sub_result=account.sub_result,
        excluded=account.excluded,
        quarantined=account.quarantined,
        quarantine_reasons=dict(sorted(account.quarantine_reasons)),
        physical_lines=account.physical_lines,
        header_lines=account.header_lines,
        blank_lines=account.blank_lines,
        continuation_lines=account.continuation_lines,
    )


def _sources(context: Context) -> list[Source]:
    return [
        Source(
            path=one.path,
            size_bytes=one.size_bytes,
            sha256=one.sha256,
            format=one.format,
            compression=one.compression,
            delimiter=one.delimiter,
            columns=list(one.columns),
            missing_columns=list(one.missing_columns),
        )
        for one in context.cubes.sources
    ]


def _segments(context: Context) -> list[Segment]:
    return [
        Segment(
            start=iso_utc(one.start_ms),
            end=iso_utc(one.end_ms),
            samples=one.samples,
            throughput_per_s=per_second_rate(_successful(context, one), (one.end_ms - one.start_ms) / 1000),
            source=one.source,
        )
        for one in context.cubes.segments
    ]


def _successful(context: Context, segment: SegmentSpan) -> int:
    """Successful samples of a segment. Rows that stand for many samples do not say which segment erred."""
    weighted, elapsed = context.cubes.weighted, context.elapsed.good
    if weighted.empty:
        return int(elapsed.count[elapsed.segment == segment.index].sum())
    failed = context.elapsed.failed + int(weighted["errors"].sum())
    return segment.samples - failed if len(context.cubes.segments) == 1 else segment.samples


def _window(context: Context) -> SteadyWindow:
    timeline = context.timeline
    steady = timeline.steady_rows(context.elapsed)
    if steady is None or timeline.steady_start_ms is None or timeline.steady_end_ms is None:
        return SteadyWindow(steady_start=None, steady_end=None, rule=timeline.rule, cut_samples=0)
    differs = timeline.has_phases and not timeline.by_phase
    by_phase = "; microsecond figures by mqtt_phase, which differs" if differs else ""
    return SteadyWindow(
        steady_start=iso_utc(timeline.steady_start_ms),
        steady_end=iso_utc(timeline.steady_end_ms),
        rule=timeline.rule + by_phase,
        cut_samples=context.elapsed.n - steady.n,
    )
