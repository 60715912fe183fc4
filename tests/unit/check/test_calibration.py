"""A short run against a sink broker tells the generator's limit from the broker's."""

from pathlib import Path

import pytest

from ackgate.check.calibration import (
    Calibration,
    calibration_findings,
    calibration_workload,
    planned_rate_per_s,
    raise_factor,
)
from ackgate.plan import WorkloadError
from ackgate.plan.load_workload import validated


def _workload(raw, **load):
    raw["load"] |= load
    return validated(raw, Path("w.yaml"))


def test_says_an_error_below_98_percent_of_the_planned_rate():
    (finding,) = calibration_findings(Calibration(1000, 20_000, 990, 979, 97.0))
    assert (finding.code, finding.severity) == ("AG410", "error")
    assert finding.message == (
        "this machine reaches 990 publishes/s against a sink broker, CPU 97 %;"
        " 1000 are planned and 979 were started at that rate"
    )


def test_lets_the_planned_rate_decide_where_overload_makes_less():
    (finding,) = calibration_findings(Calibration(1000, 20_000, 1000, 1000, None))
    assert finding.code == "AG411"


def test_says_the_limit_beyond_the_plan():
    (finding,) = calibration_findings(Calibration(1000, 20_000, 8123, None, None))
    assert (finding.code, finding.severity) == ("AG411", "info")
    assert "reaches 8123 publishes/s" in finding.message


def test_says_at_least_where_no_limit_was_met():
    (finding,) = calibration_findings(Calibration(1000, 20_000, 19_900, None, None))
    assert "reaches at least 19900 publishes/s" in finding.message


def test_raises_all_streams_by_the_same_factor_to_20000_per_s_or_more(raw):
    workload = _workload(raw, threads=150, ramp_up_s=1, duration_s=60)
    assert planned_rate_per_s(workload) == pytest.approx(152.5)
    raised = calibration_workload(workload, raise_factor(workload))
    assert planned_rate_per_s(raised) == pytest.approx(20_000)
    rates = [stream.rate_per_device_per_s(150) for stream in raised.publish]
    assert rates[0] / rates[1] == pytest.approx(60)


def test_shortens_a_workload_and_keeps_its_devices_and_rates(raw):
    short = calibration_workload(_workload(raw, threads=150, ramp_up_s=300, duration_s=3600))
    assert short.load.threads == 150
    assert short.load.ramp_up_s == 2
    assert short.length_s < 30
    assert [stream.rate for stream in short.publish] == ["1/s", "1/min"]


def test_takes_the_highest_step(raw):
    del raw["load"]["duration_s"]
    steps = [{"length_s": 60, "total_rate": "100/s"}, {"length_s": 60, "total_rate": "610/s"}]
    short = calibration_workload(_workload(raw, steps=steps))
    assert [stream.total_rate for stream in short.publish] == ["600/s", "10/s"]


def test_needs_something_that_is_published(raw):
    raw["publish"], raw["criteria"] = [], []
    with pytest.raises(WorkloadError, match="needs a workload that publishes"):
        calibration_workload(_workload(raw))
