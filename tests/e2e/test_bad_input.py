"""What can't start ends in one clear sentence and exit 2, and leaves nothing behind."""

import shutil
from pathlib import Path

import pytest

from e2e.ackgate_command import ROOT, WORKLOADS, ackgate
from e2e.mosquitto import free_tcp_port

_BENCHMARK = WORKLOADS / "iot-benchmark.yaml"


def _refused(output: Path, *arguments: str | Path) -> str:
    """The sentence of a run that must not start."""
    done = ackgate("run", *arguments, "-o", output)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("ackgate: ")
    assert "Traceback" not in done.stderr
    return lines[0]


def test_a_missing_workload_is_named(tmp_path: Path) -> None:
    assert "nosuch.yaml: no such file" in _refused(tmp_path / "out", tmp_path / "nosuch.yaml")
    assert not (tmp_path / "out").exists()


def test_a_missing_payload_is_named_with_its_place(tmp_path: Path) -> None:
    setting = "publish.telemetry.payload=nosuch.json"
    sentence = _refused(tmp_path / "out", _BENCHMARK, "--set", setting)
    assert "publish.telemetry.payload" in sentence
    assert "nosuch.json: no such file" in sentence


def test_an_unknown_key_is_named_with_its_path_and_the_nearest_known_one(tmp_path: Path) -> None:
    sentence = _refused(tmp_path / "out", _BENCHMARK, "--set", "publish.telemetry.tpoic=a/b")
    assert "publish.telemetry.tpoic: unknown key; did you mean topic?" in sentence


def test_duplicate_client_ids_are_named_with_their_lines(tmp_path: Path) -> None:
    lines = (ROOT / "data" / "device_ids.csv").read_text().splitlines()[:10]
    devices = tmp_path / "ids.csv"
    devices.write_text("\n".join([*lines, lines[3]]) + "\n")
    few = ("--set", f"devices.file={devices}", "--set", "load.threads=5")
    sentence = _refused(tmp_path / "out", _BENCHMARK, *few)
    assert "lines 4 and 11 have the same device_id 'dev-000003'" in sentence


def test_a_ramp_up_longer_than_the_run_is_refused_with_its_numbers(tmp_path: Path) -> None:
    times = ("--set", "load.duration_s=60", "--set", "load.ramp_up_s=90")
    sentence = _refused(tmp_path / "out", _BENCHMARK, *times)
    assert "ramp_up_s (90)" in sentence
    assert "duration (60 s)" in sentence


def test_unreadable_secrets_are_named_before_anything_is_written(tmp_path: Path) -> None:
    sentence = _refused(tmp_path / "out", _BENCHMARK, "--broker", "embedded", "--secrets", tmp_path / "none")
    assert "none can't be read (No such file or directory); correct --secrets" in sentence
    assert not (tmp_path / "out").exists()


def test_a_port_nobody_listens_on_is_named_before_jmeter_starts(tmp_path: Path) -> None:
    port = free_tcp_port()
    sentence = _refused(tmp_path / "out", _BENCHMARK, "--broker", f"tcp://127.0.0.1:{port}")
    assert f"Nobody listens on 127.0.0.1:{port}" in sentence
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_empty_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    assert "is not empty" in _refused(tmp_path, _BENCHMARK)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_something_that_is_no_jmeter_is_refused(tmp_path: Path) -> None:
    sentence = _refused(tmp_path / "out", _BENCHMARK, "--jmeter-home", tmp_path)
    assert f"{tmp_path} is no JMeter home" in sentence


@pytest.mark.parametrize("option", ["--set=load.threads=5", "--broker=embedded"])
def test_a_plan_of_ones_own_takes_no_workload_settings(tmp_path: Path, option: str) -> None:
    plan = tmp_path / "plan.jmx"
    shutil.copyfile(ROOT / "jmx_templates" / "test_plan.jmx", plan)
    assert "a JMX" in _refused(tmp_path / "out", plan, option)
