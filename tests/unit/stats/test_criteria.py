"""Verdicts: what passes, what fails, and what nobody can say."""

import dataclasses

import pytest

from ackgate.model.criteria import Criterion
from ackgate.model.measurement import Measurement
from ackgate.model.statistics import CriterionResult, Statistics
from ackgate.stats import evaluate
from unit.stats.cube_builder import CubeBuilder, healthy_run, plan, with_account


def publishes(good: int, failed: int = 0, *, elapsed_ms: int = 10) -> CubeBuilder:
    builder = CubeBuilder()
    for i in range(good):
        builder.add(i / 100, elapsed_ms, ack_us=elapsed_ms * 1000)
    for i in range(failed):
        builder.add(i / 100, 5_000, success=False, code="TIMEOUT_PUBACK")
    return builder


def judged(builder: CubeBuilder, criterion: Criterion) -> CriterionResult:
    return evaluate(builder.measurement(criterion)).criteria[0]


ACK_P99 = Criterion(metric="acknowledge_time", statistic="p99", limit="< 500 ms")


def test_a_kept_limit_passes_with_value_interval_and_margin() -> None:
    result = judged(publishes(1000), ACK_P99)
    assert (result.verdict, result.observed, result.n, result.unit) == ("PASS", 10.0, 1000, "ms")
    assert result.margin == 490
    assert result.low == 10


def test_failed_samples_rank_above_all_others() -> None:
    assert judged(publishes(990, 10), ACK_P99).verdict == "PASS"
    failing = judged(publishes(980, 20), ACK_P99)
    assert failing.verdict == "FAIL"
    assert failing.observed is None
    assert "20 of 1000 failed" in failing.reason


def test_too_few_samples_are_inconclusive() -> None:
    result = judged(publishes(499), ACK_P99)
    assert result.verdict == "INCONCLUSIVE"
    assert result.reason == "499 samples; p99 needs 500"


def test_too_few_samples_still_fail_where_nothing_could_save_them() -> None:
    result = judged(publishes(0, 100), ACK_P99)
    assert result.verdict == "FAIL"
    assert "100 of 100" in result.reason


def test_a_label_that_is_not_in_the_data_is_not_tested() -> None:
    criterion = Criterion(metric="acknowledge_time", label="absent", limit="< 500 ms")
    statistics = evaluate(publishes(1000).measurement(criterion))
    assert statistics.criteria[0].verdict == "NOT_TESTED"
    assert statistics.verdict == "NOT_TESTED"


def test_a_metric_that_is_not_in_the_data_is_not_tested() -> None:
    result = judged(publishes(1000), Criterion(metric="end_to_end_latency", limit="< 1 s"))
    assert (result.verdict, result.reason) == ("NOT_TESTED", "no end_to_end_latency in the data")


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [("< 1 %", "FAIL"), ("<= 1 %", "PASS"), ("< 0.02", "PASS"), ("> 5 ms", "NOT_TESTED")],
)
def test_error_rate_is_a_share_of_all_samples(limit: str, verdict: str) -> None:
    result = judged(publishes(990, 10), Criterion(metric="error_rate", limit=limit))
    assert result.verdict == verdict


def test_units_of_time_are_read_as_written() -> None:
    for limit, verdict in (
        ("< 0.02 s", "PASS"),
        ("< 9000 us", "FAIL"),
        ("<= 10 ms", "PASS"),
        ("< 10", "FAIL"),
    ):
        criterion = Criterion(metric="acknowledge_time", statistic="p90", limit=limit)
        assert judged(publishes(1000), criterion).verdict == verdict, limit


@pytest.mark.parametrize("statistic", ["mean", "min", "max", "p50", "p100"])
def test_every_statistic_is_judged(statistic: str) -> None:
    criterion = Criterion(metric="acknowledge_time", statistic=statistic, limit="< 11 ms")
    assert judged(publishes(1000), criterion).observed == 10
    assert judged(publishes(1000), criterion).verdict == "PASS"


def test_a_maximum_over_failed_samples_fails() -> None:
    criterion = Criterion(metric="acknowledge_time", statistic="max", limit="< 11 ms")
    assert judged(publishes(1000, 1), criterion).verdict == "FAIL"


def test_acknowledged_rate_is_per_second_or_a_share() -> None:
    share = judged(publishes(990, 10), Criterion(metric="acknowledged_rate", limit=">= 99 %"))
    assert (share.observed, share.verdict) == (99.0, "PASS")
    rate = judged(publishes(1000), Criterion(metric="acknowledged_rate", limit=">= 200 /s"))
    assert rate.verdict == "FAIL"
    assert rate.observed == pytest.approx(100, rel=0.01)


def test_quarantined_rows_above_a_thousandth_take_a_pass_away() -> None:
    measurement = publishes(1000).measurement(ACK_P99)
    fine = dataclasses.replace(measurement, cubes=with_account(measurement.cubes, quarantined=1))
    damaged = dataclasses.replace(measurement, cubes=with_account(measurement.cubes, quarantined=2))
    assert evaluate(fine).verdict == "PASS"
    statistics = evaluate(damaged)
    assert statistics.verdict == "INCONCLUSIVE"
    assert "quarantined" in statistics.criteria[0].reason


def test_damaged_data_without_criteria_is_inconclusive() -> None:
    measurement = publishes(1000).measurement()
    damaged = dataclasses.replace(measurement, cubes=with_account(measurement.cubes, quarantined=50))
    assert evaluate(damaged).verdict == "INCONCLUSIVE"


def test_a_broken_test_takes_a_pass_away() -> None:
    measurement = publishes(1000).measurement(ACK_P99)
    cubes = dataclasses.replace(measurement.cubes, harness_failures=3)
    assert evaluate(dataclasses.replace(measurement, cubes=cubes)).verdict == "INCONCLUSIVE"


def test_without_criteria_only_redlines_the_data_carries_are_judged() -> None:
    assert evaluate(publishes(1000).measurement()).criteria == []
    assert evaluate(publishes(1000).measurement()).verdict == "NOT_TESTED"
    builder = publishes(10)
    for i in range(600):
        builder.add(i / 100, 1500, label="connect", operation="connect")
    statistics = evaluate(builder.measurement())
    assert [(one.metric, one.verdict, one.source) for one in statistics.criteria] == [
        ("connect_time", "FAIL", "default")
    ]


def test_same_criteria_get_ids_of_their_own() -> None:
    statistics = evaluate(publishes(1000).measurement(ACK_P99, ACK_P99))
    assert [one.id for one in statistics.criteria] == ["acknowledge_time.p99", "acknowledge_time.p99-2"]


def test_a_generator_behind_its_schedule_makes_load_verdicts_inconclusive() -> None:
    criteria = (
        Criterion(metric="acknowledge_time", statistic="p90", limit="< 500 ms"),
        Criterion(metric="connect_time", statistic="p50", limit="< 500 ms"),
    )
    kept = evaluate(healthy_run().measurement(*criteria, manifest=plan(rate_per_s=10)))
    assert kept.verdict == "PASS"
    late = evaluate(healthy_run().measurement(*criteria, manifest=plan(rate_per_s=20)))
    assert [one.verdict for one in late.criteria] == ["INCONCLUSIVE", "PASS"]
    assert late.verdict == "INCONCLUSIVE"
    assert late.load[0].kept_share == 0.5
    assert "kept 50.0% of its schedule" in late.criteria[0].reason


def test_a_fail_stays_a_fail_on_a_late_generator() -> None:
    criterion = Criterion(metric="acknowledge_time", statistic="p90", limit="< 5 ms")
    late = evaluate(healthy_run().measurement(criterion, manifest=plan(rate_per_s=20)))
    assert late.verdict == "FAIL"


def test_devices_that_publish_once_a_minute_are_not_called_late() -> None:
    builder = healthy_run()
    manifest = plan(rate_per_s=10)
    rare = manifest.streams[0].model_copy(
        update={"label": "heartbeat", "rate_per_device_per_s": 1 / 60, "intended_rate_per_s": 10 / 60}
    )
    manifest = manifest.model_copy(update={"streams": [*manifest.streams, rare]})
    for i in range(7):  # ten a minute are planned: 8.2 in the 49 s of the window
        builder.add(12 + 6 * i, 1, label="heartbeat", phase="steady")
    statistics = evaluate(builder.measurement(manifest=manifest))
    assert [one.kept_share < 0.98 for one in statistics.load] == [False, True]
    assert not any(one.id.startswith("rate-below-plan") for one in statistics.deviations)


def verdict_of(statistics: Statistics, metric: str) -> str:
    return next(one.verdict for one in statistics.criteria if one.metric == metric)


def test_connect_time_is_judged_over_the_whole_run_and_acknowledge_time_when_steady() -> None:
    builder = healthy_run()
    for i in range(600):
        builder.add(i / 200, 2_000, ack_us=2_000_000, phase="warm_up")
    measurement: Measurement = builder.measurement(
        Criterion(metric="connect_time", statistic="p50", limit="< 500 ms"),
        Criterion(metric="acknowledge_time", statistic="p90", limit="< 500 ms"),
        manifest=plan(),
    )
    statistics = evaluate(measurement)
    assert [one.window for one in statistics.criteria] == ["whole", "steady"]
    assert verdict_of(statistics, "acknowledge_time") == "PASS"
    assert statistics.acknowledge is not None
    assert statistics.acknowledge.percentiles_ms["99"] == 2000
