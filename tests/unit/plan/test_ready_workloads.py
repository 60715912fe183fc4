"""The ready workloads hold what they promise."""

import json
from pathlib import Path

import pytest

from ackgate.check import check_workload
from ackgate.plan import WorkloadError, load_workload, write_plan
from ackgate.plan.device_data import devices_csv
from ackgate.plan.matrix import expand_matrix
from ackgate.plan.ready import new_workload, ready_workload, ready_workloads
from ackgate.plan.schema import workload_schema

ROOT = Path(__file__).parents[3]
NAMES = [
    "capacity-steps", "connect-storm", "fan-in", "fan-out", "iot-benchmark", "payload-mix", "payload-sweep",
    "point-to-point", "qos2-persistence", "soak", "subscriber-matrix",
]  # fmt: skip


def _path(name: str) -> Path:
    return ROOT / "data" / "workloads" / f"{name}.yaml"


def test_finds_every_ready_workload_from_inside_the_package():
    assert [workload.name for workload in ready_workloads()] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_says_when_to_use_it(name):
    assert "Use it" in ready_workload(name).when_to_use


@pytest.mark.parametrize("name", NAMES)
def test_has_no_finding(name):
    cells = expand_matrix(load_workload(_path(name)))
    assert [
        finding for cell in cells[:: max(len(cells) // 4, 1)] for finding in check_workload(cell.workload)
    ] == []


def test_owes_one_delivery_of_each_telemetry_in_the_benchmark(tmp_path):
    files = write_plan(load_workload(_path("iot-benchmark")), tmp_path / "plan")
    assert {stream.label: stream.owed_per_publish for stream in files.streams} == {
        "heartbeat": 0,
        "telemetry": 1,
    }
    assert files.streams[1].intended_rate_per_s == 5000


def test_marks_the_largest_cells_of_the_subscriber_matrix():
    cells = expand_matrix(load_workload(_path("subscriber-matrix")))
    assert len(cells) == 81
    assert all(cell.workload.load.iterations * cell.workload.load.threads == 100_000 for cell in cells)
    noted = [cell.params for cell in cells if cell.workload.note]
    assert {"qos": "0", "size_bytes": "16384", "rate": "5000/s", "subscribers": "1"} in noted


def test_starts_a_new_workload_that_plans(tmp_path):
    path = tmp_path / "mine.yaml"
    new_workload("iot-benchmark", path)
    (tmp_path / "device_ids.csv").write_text(devices_csv(5000, 1), encoding="utf-8")
    assert load_workload(path).name == "mine"


def test_never_replaces_a_workload(tmp_path):
    path = tmp_path / "mine.yaml"
    new_workload("soak", path)
    with pytest.raises(WorkloadError, match="exists"):
        new_workload("soak", path)


def test_names_the_nearest_ready_workload():
    with pytest.raises(WorkloadError, match="did you mean fan-in"):
        ready_workload("fan-inn")


def test_publishes_the_schema_of_the_model():
    published = (ROOT / "docs" / "workload.schema.json").read_text(encoding="utf-8")
    assert published == workload_schema()
    assert json.loads(published)["additionalProperties"] is False


def test_invents_the_same_devices_for_the_same_seed():
    text = devices_csv(100, 7)
    assert text == devices_csv(100, 7)
    assert text != devices_csv(100, 8)
    assert len({line.split(",")[0] for line in text.splitlines()}) == 101


def test_tracks_devices_that_the_command_makes():
    tracked = (ROOT / "data" / "device_ids.csv").read_text(encoding="utf-8")
    assert tracked == devices_csv(5000, 1)
    assert len(tracked) < 1_000_000
