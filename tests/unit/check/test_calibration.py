"""A short run against a sink broker tells the generator's limit from the broker's."""

from pathlib import Path

import pytest

from ackgate.check.calibration import Calibration, calibration_findings, calibration_workload
from ackgate.plan import WorkloadError
from ackgate.plan.load_workload import validated


def _workload(raw, **load):
    raw["load"] |= load
    return validated(raw, Path("w.yaml"))


def test_says_an_error_below_98_percent_of_the_schedule():
    (finding,) = calibration_findings(Calibration(1000, 979, 97.0))
    assert (finding.code, finding.severity) == ("AG410", "error")
    assert "979 of 1000 publishes/s against a sink broker, CPU 97 %" in finding.message


def test_says_the_rate_that_was_reached():
    (finding,) = calibration_findings(Calibration(1000, 981, None))
    assert (finding.code, finding.severity) == ("AG411", "info")


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
