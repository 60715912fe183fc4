"""A matrix of runs, one after the other, that goes on where it was interrupted."""

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from ackgate.model.matrix_state import MATRIX_FILE, CellState, MatrixState
from ackgate.run.failure import HarnessError, RunError, RunInterruptedError
from ackgate.run.folder import refuse_used_folder
from ackgate.run.orphan import end_orphan

#: Runs one cell into a new folder. Raises HarnessError when the run carries no verdict.
CellRunner = Callable[[CellState, Path], None]
_SET_ASIDE = "set-aside"


def open_matrix(folder: Path, planned: MatrixState) -> MatrixState:
    """The state to go on from: that of ``folder`` where it holds the same matrix, else ``planned``.

    Raises RunError when the folder holds something else.
    """
    path = folder / MATRIX_FILE
    if not path.is_file():
        refuse_used_folder(folder)
        folder.mkdir(parents=True, exist_ok=True)
        return _save(folder, planned)
    try:
        found = MatrixState.model_validate_json(path.read_bytes())
    except ValidationError as failure:
        raise RunError(f"{path} can't be read as a matrix; give another folder for -o.") from failure
    if found.workload_sha256 != planned.workload_sha256:
        raise RunError(f"{folder} holds runs of another workload or other settings; give another -o.")
    return found


def run_matrix(folder: Path, state: MatrixState, run_cell: CellRunner) -> MatrixState:
    """Run every cell that is not done, in order; matrix.json is true at every moment.

    Raises RunInterruptedError as soon as a person stopped a cell; failed cells do not stop the others.
    """
    for index, cell in enumerate(state.cells):
        if cell.state == "done":
            continue
        fresh = _set_aside(folder, cell)
        state = _replace(folder, state, index, fresh.model_copy(update={"state": "running", "reason": None}))
        try:
            run_cell(fresh, folder / cell.name)
        except RunInterruptedError:
            _replace(folder, state, index, fresh.model_copy(update={"state": "interrupted"}))
            raise
        except HarnessError as failure:
            failed = fresh.model_copy(update={"state": "failed", "reason": str(failure)})
            state = _replace(folder, state, index, failed)
            continue
        state = _replace(folder, state, index, fresh.model_copy(update={"state": "done", "reason": None}))
    return state


def _set_aside(folder: Path, cell: CellState) -> CellState:
    """Move the half-done run folder of an earlier attempt out of the way and count it."""
    half_done = folder / cell.name
    if not half_done.exists():
        return cell
    end_orphan(half_done)
    count = cell.set_aside + 1
    target = folder / _SET_ASIDE / f"{cell.name}.{count}"
    target.parent.mkdir(exist_ok=True)
    half_done.rename(target)
    return cell.model_copy(update={"set_aside": count})


def _replace(folder: Path, state: MatrixState, index: int, cell: CellState) -> MatrixState:
    cells = [*state.cells[:index], cell, *state.cells[index + 1 :]]
    return _save(folder, state.model_copy(update={"cells": cells}))


def _save(folder: Path, state: MatrixState) -> MatrixState:
    path = folder / MATRIX_FILE
    partial = path.with_suffix(".json.partial")
    partial.write_text(state.model_dump_json(indent=2) + "\n", encoding="utf-8")
    partial.replace(path)
    return state
