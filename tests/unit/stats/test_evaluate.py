"""What an evaluation finds in a run: levels, silence, connects, deviations."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from ackgate.analysis.stats_json import stats_json
from ackgate.model import cubes as model
from ackgate.model.cubes import SegmentSpan, SourceFile
from ackgate.model.measurement import DashboardLabel, Measurement
from ackgate.stats import evaluate
from unit.stats.cube_builder import START_MS, CubeBuilder, healthy_run, plan


def deviations(measurement: Measurement) -> list[str]:
    return [one.id for one in evaluate(measurement).deviations]


def test_a_change_of_level_is_not_two_modes() -> None:
    builder = CubeBuilder()
    rng = np.random.default_rng(2)
    for second in range(240):
        for i in range(4):
            builder.add(second + i / 4, int((20 if second < 150 else 80) + rng.integers(-2, 3)))
    modes = evaluate(builder.measurement()).operations[0].modes
    assert modes.verdict == "unimodal"
    assert "level shift" in (modes.note or "")
    assert modes.upper_share_per_minute == [0.0, 0.0, 0.5, 1.0]


def test_two_modes_at_once_say_who_is_slow() -> None:
    builder = CubeBuilder()
    rng = np.random.default_rng(3)
    for second in range(240):
        for i in range(4):
            slow = i == 3
            value = int((80 if slow else 20) + rng.integers(-2, 3))
            builder.add(second + i / 4, value, connection="reconnected" if slow else "first")
    modes = evaluate(builder.measurement()).operations[0].modes
    assert modes.verdict == "bimodal"
    assert [peak.share for peak in modes.peaks] == [0.75, 0.25]
    assert modes.upper_share_by_connection == {"first": 0.0, "reconnected": 1.0}
    assert "connection reconnected" in (modes.note or "")


def test_reconnects_and_failed_connects_are_counted_apart() -> None:
    builder = healthy_run()
    builder.add(30, 7, label="connect", operation="reconnect", connection="reconnected")
    builder.add(31, 7, label="connect", operation="reconnect", success=False, code="NETWORK_REFUSED")
    statistics = evaluate(builder.measurement(manifest=plan()))
    connect = statistics.connect
    assert connect is not None
    assert (connect.first, connect.reconnects, connect.failed, connect.n) == (10, 2, 1, 11)
    assert connect.tcp_ms["50"] == 0.9
    assert connect.rate_per_s == 2
    refused = next(one for one in statistics.outcomes if one.code == "NETWORK_REFUSED")
    assert (refused.outcome_class, refused.count, refused.message) == ("network", 1, "it failed")
    assert "reconnects" in [one.id for one in statistics.deviations]


def test_the_tail_of_connects_is_placed_in_time() -> None:
    builder = CubeBuilder()
    for i in range(1_000):
        slow = 500 <= i < 515
        builder.add(i / 100, 900 if slow else 20, label="connect", operation="connect")
    connect = evaluate(builder.measurement()).connect
    assert connect is not None
    assert connect.percentiles_ms["99"] == 900
    assert connect.tail == []  # nothing is slower than the P99 itself
    for i in range(8):
        builder.add(5.3 + i / 100, 2_000, label="connect", operation="connect")
    connect = evaluate(builder.measurement()).connect
    assert connect is not None
    assert [(one.at_s, one.slow_connects) for one in connect.tail] == [(5.0, 8)]


def test_a_thread_that_fell_silent_is_listed() -> None:
    builder = healthy_run(seconds=120)
    for thread, last_s in (("devices 1-1", 119), ("devices 1-2", 30), ("devices 1-3", 112)):
        builder.threads.append(
            {
                "host": "h",
                "thread": thread,
                "first_start_ms": START_MS,
                "last_end_ms": START_MS + last_s * 1000,
                "samples": 30,
            }
        )
    statistics = evaluate(builder.measurement(manifest=plan(duration_s=120)))
    assert [one.thread for one in statistics.quality.silent_threads] == ["devices 1-2"]
    assert statistics.quality.silent_threads_total == 1
    assert statistics.quality.silent_threads[0].silent_s == 89


def test_thinned_series_keep_every_sample_of_the_label() -> None:
    builder = CubeBuilder()
    for second in range(700):
        builder.add(second, 10)
    operation = evaluate(builder.measurement()).operations[0]
    width_s = operation.series[1].at_s - operation.series[0].at_s
    assert len(operation.series) <= 240
    assert sum(point.rate_per_s * width_s for point in operation.series) == pytest.approx(700)


def test_lost_rows_and_interruptions_are_named() -> None:
    manifest = plan().model_copy(update={"interrupted": True, "jmeter_exit_code": 1, "late_acks": 3})
    found = deviations(healthy_run(seconds=30).measurement(manifest=manifest))
    assert {"interrupted", "jmeter-exit", "shorter-than-planned", "late-acknowledgements"} <= set(found)


def test_a_busy_generator_is_a_deviation() -> None:
    measurement = healthy_run().measurement(manifest=plan())
    host = pd.DataFrame(
        {
            "time_ms": [START_MS + 1000.0 * i for i in range(60)],
            "jmeter_cpu_percent": 150.0,
            "jmeter_rss_bytes": 3e8,
            "jmeter_gc_pause_ms": 1.5,
            "system_cpu_percent": 91.0,
        }
    )
    busy = dataclasses.replace(measurement, host=host)
    assert "generator-busy" in deviations(busy)
    point = evaluate(busy).generator[5]
    assert (point.jmeter_rss_bytes, point.threads) == (300_000_000, 1)


def test_the_same_file_twice_is_named() -> None:
    measurement = healthy_run().measurement()
    first = measurement.cubes.sources[0]
    second = dataclasses.replace(first, path="copy.jtl")
    cubes = dataclasses.replace(measurement.cubes, sources=(first, second))
    statistics = evaluate(dataclasses.replace(measurement, cubes=cubes))
    assert statistics.quality.duplicates == ["samples.jtl = copy.jtl"]
    assert "duplicate-files" in [one.id for one in statistics.deviations]


def test_injectors_that_share_time_are_named() -> None:
    measurement = healthy_run().measurement()
    [span] = measurement.cubes.segments
    other = SegmentSpan(1, span.start_ms + 1000, span.end_ms, 0, "other.jtl")
    source = SourceFile("other.jtl", 1, "1" * 64, "csv", "none", ",", ())
    cubes = dataclasses.replace(
        measurement.cubes, segments=(span, other), sources=(*measurement.cubes.sources, source)
    )
    quality = evaluate(dataclasses.replace(measurement, cubes=cubes)).quality
    assert quality.overlaps[0].startswith("samples.jtl and other.jtl overlap from 2023-11-14T22:13:21.000Z")


def test_clients_are_ranked_by_their_slowest_acknowledgement() -> None:
    measurement = healthy_run().measurement()
    rows = [
        (f"dev-{i}", START_MS + 10_000 * j, 10, 1 if i == 7 else 0, 10 * 1000, 1000 * (i + 1) + j)
        for i in range(30)
        for j in range(3)
    ]
    clients = pd.DataFrame(rows, columns=list(model.CLIENT_COLUMNS))
    cubes = dataclasses.replace(measurement.cubes, clients=clients)
    statistics = evaluate(dataclasses.replace(measurement, cubes=cubes))
    slowest = statistics.slow_clients[0]
    assert (slowest.client_id, slowest.publishes, slowest.mean_ms, slowest.max_ms) == (
        "dev-29",
        30,
        1.0,
        30.002,
    )
    heat = statistics.client_heat
    assert heat is not None
    assert (len(heat.row_labels), len(heat.column_s), heat.shown_of) == (30, 3, 30)
    assert heat.values[heat.row_labels.index("dev-7")][0] == 8.0


def test_the_dashboards_other_figures_are_explained() -> None:
    measurement = healthy_run().measurement()
    label = DashboardLabel("telemetry", 600, 12.0, 12.0, 40.0)
    quality = evaluate(dataclasses.replace(measurement, dashboard=(label,))).quality
    assert quality.dashboard_difference is not None
    assert "telemetry P99 40 ms there, 12 ms here" in quality.dashboard_difference
    same = DashboardLabel("telemetry", 600, 12.0, 12.0, 12.0)
    assert evaluate(dataclasses.replace(measurement, dashboard=(same,))).quality.dashboard_difference is None


def test_clock_skew_is_claimed_only_where_it_shows() -> None:
    measurement = healthy_run().measurement()
    assert evaluate(measurement).quality.clock.startswith("not known")
    skewed = dataclasses.replace(measurement.cubes, negative_end_to_end=4)
    assert (
        "4 end-to-end latencies are negative"
        in evaluate(dataclasses.replace(measurement, cubes=skewed)).quality.clock
    )


def test_clock_skew_that_the_sampler_recorded_is_claimed() -> None:
    recorded = plan().model_copy(update={"negative_latencies": 7})
    clock = evaluate(healthy_run().measurement(manifest=recorded)).quality.clock
    assert clock.startswith("7 end-to-end latencies are negative")
    unrecorded = evaluate(healthy_run().measurement(manifest=plan())).quality.clock
    assert unrecorded.startswith("not known")


def test_end_to_end_latency_is_whole_and_steady() -> None:
    measurement = healthy_run().measurement(manifest=plan())
    seconds = START_MS // 1000 + np.arange(60)
    frame = pd.DataFrame({"label": "backend", "second": seconds, "value_us": 2_000, "count": 100})
    cubes = dataclasses.replace(measurement.cubes, end_to_end=frame)
    found = evaluate(dataclasses.replace(measurement, cubes=cubes)).end_to_end
    assert found is not None
    assert (found.n, found.steady_n, found.percentiles_ms["99"]) == (6000, 4900, 2.0)


def test_equal_input_gives_equal_bytes() -> None:
    first = stats_json(evaluate(healthy_run().measurement(manifest=plan())))
    second = stats_json(evaluate(healthy_run().measurement(manifest=plan())))
    assert first == second
    assert first.startswith(b'{\n"schema_version": 1,\n"rows": {')


def test_the_stable_keys_of_the_contract_are_there() -> None:
    content = evaluate(healthy_run().measurement(manifest=plan())).model_dump(mode="json", by_alias=True)
    assert {"rows", "samples", "errors", "duration_s", "throughput_per_s", "segments", "window", "operations",
            "connect", "acknowledge", "response_time", "send_delay", "end_to_end", "delivery", "backlog",
            "outcomes", "criteria", "verdict"} <= set(content)  # fmt: skip
    assert set(content["outcomes"][0]) >= {"code", "class", "count"}


def test_drift_is_told_from_a_flat_run() -> None:
    def run(growth_ms: float) -> str:
        builder = CubeBuilder()
        rng = np.random.default_rng(4)
        for second in range(200):
            level = 100 + growth_ms * second / 200
            for i in range(5):
                builder.add(second + i / 5, int(level + rng.integers(-10, 11)))
        manifest = plan(duration_s=200, rate_per_s=5, devices=1, ramp_up_s=0, warm_up_s=5)
        return evaluate(builder.measurement(manifest=manifest)).drift[0].verdict

    assert run(0) == "none"
    assert run(60) == "drift"


def test_a_run_of_one_row_is_evaluated() -> None:
    statistics = evaluate(CubeBuilder().add(0, 0).measurement())
    assert (statistics.samples, statistics.duration_s, statistics.throughput_per_s) == (1, 0.0, None)


def test_rows_years_apart_cost_no_memory_for_the_time_between() -> None:
    builder = CubeBuilder()
    for i in range(300):
        builder.add(i, 20).add(315_360_000 + i, 200)
    statistics = evaluate(builder.measurement())
    assert statistics.operations[0].modes.verdict == "unimodal"
    assert "level shift" in (statistics.operations[0].modes.note or "")


def test_a_single_value_has_one_mode() -> None:
    builder = CubeBuilder()
    for i in range(400):
        builder.add(i / 10, 25)
    modes = evaluate(builder.measurement()).operations[0].modes
    assert modes.verdict == "unimodal"
    assert modes.peaks[0].share == 1
    assert modes.peaks[0].centre_ms == pytest.approx(25, rel=0.02)


def test_longer_bins_of_a_long_run_change_no_figure() -> None:
    def run(step_s: int) -> tuple[float | None, float, float | None]:
        builder = healthy_run(lost_per_s=2)
        builder.series_step_s = step_s
        statistics = evaluate(builder.measurement(manifest=plan()))
        assert statistics.backlog.slope is not None
        assert statistics.connect is not None
        return (
            statistics.backlog.slope.rate_per_s,
            statistics.load[0].kept_share,
            statistics.connect.rate_per_s,
        )

    assert run(1)[0] == pytest.approx(2, abs=0.01)
    assert run(2)[0] == pytest.approx(2, abs=0.1)
    assert (run(1)[1], run(2)[1]) == (1, 1)
