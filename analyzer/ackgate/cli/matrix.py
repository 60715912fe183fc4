"""A workload with a matrix, run cell by cell."""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import typer

from ackgate.cli.launch import RunOptions, refuse_interrupted, run_workload
from ackgate.model.matrix_state import CellState, MatrixState
from ackgate.model.workload import Workload
from ackgate.plan.matrix import Cell, expand_matrix
from ackgate.run.execute import Launcher
from ackgate.run.failure import HarnessError
from ackgate.run.matrix import open_matrix, run_matrix


def run_cells(
    find_launcher: Callable[[], Launcher], workload: Workload, output: Path, options: RunOptions
) -> None:
    """Run every cell that is not done yet. Raises HarnessError at the end when cells failed."""
    cells = {cell.name: cell for cell in expand_matrix(workload)}
    state = open_matrix(output, _planned(workload, cells))
    _say_where_it_stands(state)
    launcher = find_launcher()

    def run_cell(cell: CellState, folder: Path) -> None:
        number = list(cells).index(cell.name) + 1
        sys.stderr.write(f"ackgate: cell {number} of {len(cells)}: {cell.name}\n")
        refuse_interrupted(
            run_workload(launcher, cells[cell.name].workload, folder, options, cell.parameters)
        )

    _finish(run_matrix(output, state, run_cell), output)


def _planned(workload: Workload, cells: dict[str, Cell]) -> MatrixState:
    return MatrixState(
        workload_name=workload.name,
        workload_sha256=hashlib.sha256(workload.model_dump_json().encode()).hexdigest(),
        cells=[CellState(name=cell.name, parameters=cell.params) for cell in cells.values()],
    )


def _say_where_it_stands(state: MatrixState) -> None:
    done = sum(cell.state == "done" for cell in state.cells)
    if done:
        sys.stderr.write(f"ackgate: {done} of {len(state.cells)} cells are done already and kept\n")


def _finish(state: MatrixState, output: Path) -> None:
    failed = [cell.name for cell in state.cells if cell.state == "failed"]
    if failed:
        raise HarnessError(
            f"{len(failed)} of {len(state.cells)} cells failed ({', '.join(failed)}); the reasons are in"
            f" {output / 'matrix.json'}, and the same command tries them again."
        )
    typer.echo(f"Run folders: {len(state.cells)} below {output}\nNext: ackgate analyze {output}")
