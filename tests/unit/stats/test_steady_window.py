"""Which part of a run counts as steady."""

import numpy as np

from ackgate.model.measurement import Measurement
from ackgate.stats import evaluate
from ackgate.stats.steady_window import mser5
from unit.stats.cube_builder import CubeBuilder, healthy_run, plan


def deviations(measurement: Measurement) -> list[str]:
    return [one.id for one in evaluate(measurement).deviations]


def test_the_steady_window_follows_ramp_up_and_warm_up() -> None:
    statistics = evaluate(healthy_run().measurement(manifest=plan()))
    assert statistics.window.rule == "ramp-up 5 s + 5 s warm-up"
    assert statistics.window.steady_start == "2023-11-14T22:13:30.000Z"
    assert statistics.acknowledge is not None
    assert statistics.acknowledge.n == 600
    assert statistics.acknowledge.steady_n == 500
    assert "warm-up-cut" in [one.id for one in statistics.deviations]


def test_a_late_device_moves_the_steady_window() -> None:
    builder = healthy_run()
    builder.rows = [row for row in builder.rows if row["label"] != "connect"]
    for i in range(10):
        builder.add(2 * i, 20, label="connect", operation="connect")
    statistics = evaluate(builder.measurement(manifest=plan()))
    assert statistics.window.rule.startswith("all connected + 5 s warm-up")
    assert statistics.window.steady_start == "2023-11-14T22:13:44.000Z"
    assert "ramp-up-longer" in [one.id for one in statistics.deviations]


def test_devices_that_never_connect_are_a_deviation() -> None:
    manifest = plan().model_copy(update={"threads": 30})
    assert "not-all-connected" in deviations(healthy_run().measurement(manifest=manifest))


def test_without_a_plan_a_start_up_transient_is_cut_by_its_own_shape() -> None:
    builder = CubeBuilder()
    rng = np.random.default_rng(1)
    for second in range(300):
        level = 200 if second < 40 else 20
        for i in range(3):
            builder.add(second + i / 3, int(level + rng.integers(0, 4)))
    window = evaluate(builder.measurement()).window
    assert window.rule == "start-up transient cut by MSER-5"
    assert window.steady_start == "2023-11-14T22:14:00.000Z"


def test_mser5_needs_twenty_batches_and_a_minimum_before_the_half() -> None:
    assert mser5([1.0] * 99) is None
    assert mser5(np.r_[np.full(20, 9.0), np.tile([1.0, 2.0], 90)]) == 20
    assert mser5(np.arange(200.0)) is None
