"""Two by two cells on Mosquitto, killed half-way, resumed, reported as four."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from e2e.ackgate_command import ackgate, started_ackgate
from e2e.mosquitto import Mosquitto

_WORKLOAD = """
name: small-matrix
broker: {{url: "{url}"}}
devices: {{count: 5}}
load: {{threads: 5, ramp_up_s: 1, warm_up_s: 1, duration_s: 7, drain_s: 1}}
publish:
  - {{name: sweep, topic: "sweep/${{device_id}}", qos: 1, size_bytes: 64, rate: 5/s}}
criteria: [{{metric: backlog_rate, limit: "<= 1000 /s"}}]
subscribers: [{{name: backend, count: 1, topic_filter: "sweep/#", qos: 1}}]
matrix:
  parameters:
    qos: {{set: [publish.sweep.qos], values: [1, 2]}}
    size: {{set: [publish.sweep.size_bytes], values: [64, 1024]}}
"""
_CELLS = ["qos-1_size-64", "qos-1_size-1024", "qos-2_size-64", "qos-2_size-1024"]


@dataclass(frozen=True)
class Resumed:
    """Where the matrix lies, its state after the kill and after the resumption, and what resuming said."""

    folder: Path
    after_kill: dict[str, Any]
    finished: dict[str, Any]
    resumed: CompletedProcess[str]
    first_cell_ended_ms: int


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> Resumed:
    """SIGKILL while the second cell runs; then the same command again."""
    base = tmp_path_factory.mktemp("matrix")
    folder, workload = base / "cells", base / "matrix.yaml"
    with Mosquitto(base) as broker:
        workload.write_text(_WORKLOAD.format(url=broker.url))
        with started_ackgate("run", workload, "-o", folder, output=base / "said") as child:
            second = folder / _CELLS[1] / "samples.jtl"
            deadline = time.monotonic() + 120
            while not (second.is_file() and second.stat().st_size):
                assert time.monotonic() < deadline, "the second cell did not start within 120 s"
                assert child.poll() is None, (base / "said").read_text()
                time.sleep(0.1)
            child.kill()
            child.wait(10)
        after_kill = _state(folder)
        first = json.loads((folder / _CELLS[0] / "run.json").read_text())
        resumed = ackgate("run", workload, "-o", folder)
    return Resumed(folder, after_kill, _state(folder), resumed, first["ended_ms"])


def _state(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / "matrix.json").read_text())
    return loaded


def test_cells_have_stable_names_in_order(matrix: Resumed) -> None:
    assert [cell["name"] for cell in matrix.finished["cells"]] == _CELLS


def test_the_kill_leaves_a_true_account(matrix: Resumed) -> None:
    states = [cell["state"] for cell in matrix.after_kill["cells"]]
    assert states == ["done", "running", "pending", "pending"]


def test_resuming_finishes_what_was_left(matrix: Resumed) -> None:
    assert matrix.resumed.returncode == 0, matrix.resumed.stderr
    assert "1 of 4 cells are done already and kept" in matrix.resumed.stderr
    assert [cell["state"] for cell in matrix.finished["cells"]] == ["done"] * 4


def test_the_finished_cell_is_kept_and_the_half_done_one_set_aside(matrix: Resumed) -> None:
    first = json.loads((matrix.folder / _CELLS[0] / "run.json").read_text())
    assert first["ended_ms"] == matrix.first_cell_ended_ms
    assert [cell["set_aside"] for cell in matrix.finished["cells"]] == [0, 1, 0, 0]
    assert (matrix.folder / "set-aside" / f"{_CELLS[1]}.1" / "samples.jtl").is_file()


def test_each_run_knows_its_cell(matrix: Resumed) -> None:
    cells = [json.loads((matrix.folder / name / "run.json").read_text())["cell"] for name in _CELLS]
    assert cells[1] == {"qos": "1", "size": "1024"}
    assert len({json.dumps(cell) for cell in cells}) == 4


def test_analyze_reports_four_cells(matrix: Resumed) -> None:
    done = ackgate("analyze", matrix.folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"{name}: " in done.stdout for name in _CELLS), done.stdout
    for name in _CELLS:
        statistics = json.loads((matrix.folder / name / "stats.json").read_text())
        assert statistics["delivery"]["acknowledged"] > 50
