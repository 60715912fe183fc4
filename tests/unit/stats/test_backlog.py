"""Owed minus received: never claimed without a plan, decided by its interval."""

import dataclasses

import pandas as pd
import pytest

from ackgate.model.criteria import Criterion
from ackgate.model.delivery import BacklogEstimate
from ackgate.stats import evaluate
from ackgate.stats.backlog_verdict import judge_backlog
from ackgate.stats.broker_counters import continuous_counter
from unit.stats.cube_builder import START_MS, CubeBuilder, healthy_run, plan

BACKLOG = Criterion(metric="backlog_rate", limit="<= 0.1 /s")


def counters(rows: list[tuple[float, float, float]]) -> pd.DataFrame:
    """(seconds from start, received, sent) as broker.csv holds them."""
    return pd.DataFrame(
        [(START_MS + at_s * 1000, received, sent, 0.0, 10.0) for at_s, received, sent in rows],
        columns=["time_ms", "publish_received", "publish_sent", "publish_dropped", "clients"],
    )


def test_every_delivery_received_after_the_drain_passes() -> None:
    statistics = evaluate(healthy_run().measurement(BACKLOG, manifest=plan()))
    assert statistics.delivery is not None
    assert (statistics.delivery.owed, statistics.delivery.received, statistics.delivery.lost) == (600, 600, 0)
    assert statistics.backlog.verdict == "PASS"
    assert statistics.backlog.method == "balance"
    assert statistics.criteria[0].verdict == "PASS"


def test_a_broker_that_delivers_less_than_it_takes_fails() -> None:
    statistics = evaluate(healthy_run(lost_per_s=5).measurement(BACKLOG, manifest=plan()))
    assert statistics.backlog.verdict == "FAIL"
    assert statistics.backlog.slope is not None
    assert statistics.backlog.slope.rate_per_s == pytest.approx(5, abs=0.01)
    assert statistics.criteria[0].verdict == "FAIL"
    assert statistics.delivery is not None
    assert statistics.delivery.lost == 300


def test_sustained_growth_above_five_a_second_advises_to_scale_out() -> None:
    growing = evaluate(healthy_run(lost_per_s=8).measurement(manifest=plan()))
    assert growing.backlog.advice is not None
    assert "add consumers" in growing.backlog.advice
    assert evaluate(healthy_run(lost_per_s=5).measurement(manifest=plan())).backlog.advice is None


def test_without_a_plan_the_backlog_is_not_known() -> None:
    measurement = healthy_run().measurement(BACKLOG)
    with_broker = dataclasses.replace(
        measurement, broker=counters([(s, 10.0 * s, 9.0 * s) for s in range(61)])
    )
    backlog = evaluate(with_broker).backlog
    assert (backlog.source, backlog.rate_per_s, backlog.verdict) == ("not_known", None, "NOT_TESTED")
    assert backlog.broker_difference_per_s == pytest.approx(1.0)
    assert "no plan" in (backlog.reason or "")
    assert evaluate(measurement).criteria[0].verdict == "NOT_TESTED"


def test_without_receive_rows_the_brokers_counter_stands_in() -> None:
    builder = healthy_run()
    builder.received.clear()
    measurement = builder.measurement(manifest=plan())
    assert evaluate(measurement).backlog.source == "not_known"
    falling_behind = counters([(second, 10.0 * second, 4.0 * second) for second in range(61)])
    backlog = evaluate(dataclasses.replace(measurement, broker=falling_behind)).backlog
    assert backlog.source == "broker"
    assert backlog.rate_per_s == pytest.approx(6, abs=0.2)
    assert backlog.verdict == "FAIL"


def test_publishes_of_unknown_fate_widen_the_balance_upwards() -> None:
    builder = healthy_run()
    for i in range(30):
        builder.add(20 + i, 5_000, success=False, code="TIMEOUT_PUBACK", phase="steady")
    for i in range(30):
        builder.add(20 + i, 0, success=False, code="NOT_CONNECTED", phase="steady")
    backlog = evaluate(builder.measurement(manifest=plan())).backlog
    assert backlog.balance is not None
    assert backlog.balance.low_per_s == 0
    assert backlog.balance.high_per_s == pytest.approx(30 / 49, abs=1e-3)
    assert backlog.verdict == "INCONCLUSIVE"


def test_publishes_cut_by_the_scheduled_end_widen_it_too() -> None:
    manifest = plan().model_copy(update={"cut_publishes": 49})
    backlog = evaluate(healthy_run().measurement(manifest=manifest)).backlog
    assert backlog.balance is not None
    assert (backlog.balance.low_per_s, backlog.balance.high_per_s) == (0, pytest.approx(1, abs=1e-3))


def test_a_plan_that_owes_nothing_claims_nothing() -> None:
    backlog = evaluate(healthy_run().measurement(manifest=plan(owed=0))).backlog
    assert backlog.source == "not_known"
    assert "owes no delivery" in (backlog.reason or "")


@pytest.mark.parametrize(
    ("ending", "deviation"),
    [({"interrupted": True}, "interrupted"), ({"jmeter_exit_code": -9}, "jmeter-exit")],
)
def test_a_run_that_was_cut_has_no_balance(ending: dict[str, object], deviation: str) -> None:
    manifest = plan().model_copy(update=ending)
    statistics = evaluate(healthy_run().measurement(manifest=manifest))
    assert statistics.backlog.balance is None
    assert deviation in [one.id for one in statistics.deviations]


@pytest.mark.parametrize(
    ("slope", "balance", "verdict", "method"),
    [
        ((1.0, 0.5, 1.5), None, "FAIL", "slope"),
        ((0.0, -0.05, 0.05), None, "PASS", "slope"),
        ((0.0, -1.0, 1.0), None, "INCONCLUSIVE", "slope"),
        ((0.0, -1.0, 1.0), (0.0, 0.0, 0.0), "PASS", "balance"),
        ((0.0, -1.0, 1.0), (2.0, 2.0, 2.0), "FAIL", "balance"),
        ((1.0, 0.5, 1.5), (0.0, 0.0, 0.0), "FAIL", "slope"),
        (None, None, "INCONCLUSIVE", None),
    ],
)
def test_the_interval_decides(
    slope: tuple[float, float, float] | None,
    balance: tuple[float, float, float] | None,
    verdict: str,
    method: str | None,
) -> None:
    def estimate(figures: tuple[float, float, float] | None) -> BacklogEstimate | None:
        if figures is None:
            return None
        return BacklogEstimate(rate_per_s=figures[0], low_per_s=figures[1], high_per_s=figures[2])

    found = judge_backlog(estimate(slope), estimate(balance), 0.1, "<=")
    assert (found.verdict, found.method) == (verdict, method)


def test_a_counter_that_falls_is_continued_and_marked() -> None:
    counter = continuous_counter(
        counters([(0, 10, 0), (1, 30, 0), (2, 5, 0), (3, 25, 0)]), "publish_received"
    )
    assert counter.total.tolist() == [0, 20, 25, 45]
    assert counter.resets_ms == (START_MS + 2000,)


def test_a_counter_reset_is_a_deviation() -> None:
    measurement = healthy_run().measurement(manifest=plan())
    broker = counters([(0, 0, 0), (20, 200, 200), (40, 10, 10), (60, 200, 200)])
    statistics = evaluate(dataclasses.replace(measurement, broker=broker))
    assert statistics.backlog.counter_resets_s == [40.0]
    assert "counter-reset.40" in [one.id for one in statistics.deviations]


def test_qos_0_owes_what_was_sent() -> None:
    builder = CubeBuilder()
    for second in range(40):
        builder.add(second, 1, phase="steady").receive(second + 1, 1)
    statistics = evaluate(builder.measurement(manifest=plan(qos=0, devices=2, rate_per_s=1, duration_s=40)))
    assert statistics.delivery is not None
    assert (statistics.delivery.owed, statistics.delivery.acknowledged, statistics.delivery.qos0_sent) == (
        40,
        0,
        40,
    )
