"""A matrix of runs that goes on where it was interrupted."""

import json
from pathlib import Path

import pytest

from ackgate.model.matrix_state import CellState, MatrixState
from ackgate.run.failure import HarnessError, RunError, RunInterruptedError
from ackgate.run.matrix import open_matrix, run_matrix


def _planned(sha256: str = "00") -> MatrixState:
    cells = [CellState(name=f"qos-{qos}", parameters={"qos": qos}) for qos in ("0", "1", "2")]
    return MatrixState(workload_name="sweep", workload_sha256=sha256, cells=cells)


class Runner:
    """Leaves a file per run and behaves as told for single cells."""

    def __init__(self, trouble: dict[str, Exception] | None = None) -> None:
        self.trouble = trouble or {}
        self.ran: list[str] = []

    def __call__(self, cell: CellState, folder: Path) -> None:
        self.ran.append(cell.name)
        folder.mkdir()
        (folder / "samples.jtl").write_text(cell.name)
        if cell.name in self.trouble:
            raise self.trouble[cell.name]


def _states(folder: Path) -> list[str]:
    return [cell["state"] for cell in json.loads((folder / "matrix.json").read_text())["cells"]]


def test_cells_run_in_order_into_folders_of_their_names(tmp_path: Path) -> None:
    runner = Runner()
    state = run_matrix(tmp_path, open_matrix(tmp_path, _planned()), runner)
    assert runner.ran == ["qos-0", "qos-1", "qos-2"]
    assert [cell.state for cell in state.cells] == ["done"] * 3
    assert (tmp_path / "qos-2" / "samples.jtl").is_file()


def test_an_interruption_keeps_the_rest_for_later(tmp_path: Path) -> None:
    state = open_matrix(tmp_path, _planned())
    with pytest.raises(RunInterruptedError):
        run_matrix(tmp_path, state, Runner({"qos-1": RunInterruptedError("stopped")}))
    assert _states(tmp_path) == ["done", "interrupted", "pending"]


def test_resuming_keeps_what_is_done_and_sets_the_half_done_cell_aside(tmp_path: Path) -> None:
    with pytest.raises(RunInterruptedError):
        run_matrix(
            tmp_path, open_matrix(tmp_path, _planned()), Runner({"qos-1": RunInterruptedError("stopped")})
        )
    again = Runner()
    state = run_matrix(tmp_path, open_matrix(tmp_path, _planned()), again)
    assert again.ran == ["qos-1", "qos-2"]
    assert [cell.state for cell in state.cells] == ["done"] * 3
    assert [cell.set_aside for cell in state.cells] == [0, 1, 0]
    assert (tmp_path / "set-aside" / "qos-1.1" / "samples.jtl").read_text() == "qos-1"


def test_a_killed_run_is_found_running_and_set_aside(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="killed"):
        run_matrix(tmp_path, open_matrix(tmp_path, _planned()), Runner({"qos-0": RuntimeError("killed")}))
    assert _states(tmp_path)[0] == "running"
    state = run_matrix(tmp_path, open_matrix(tmp_path, _planned()), Runner())
    assert state.cells[0].set_aside == 1


def test_a_failed_cell_does_not_stop_the_others_and_keeps_its_reason(tmp_path: Path) -> None:
    runner = Runner({"qos-0": HarnessError("no rows")})
    state = run_matrix(tmp_path, open_matrix(tmp_path, _planned()), runner)
    assert [cell.state for cell in state.cells] == ["failed", "done", "done"]
    assert state.cells[0].reason == "no rows"


def test_another_workload_is_refused(tmp_path: Path) -> None:
    open_matrix(tmp_path, _planned("00"))
    with pytest.raises(RunError, match="holds runs of another workload or other settings"):
        open_matrix(tmp_path, _planned("11"))


def test_a_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="is not empty"):
        open_matrix(tmp_path, _planned())
