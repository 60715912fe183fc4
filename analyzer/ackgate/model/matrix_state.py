"""matrix.json: how far a matrix of runs has come."""

from typing import Literal

from ackgate.model.distribution import FrozenModel

MATRIX_FILE = "matrix.json"


class CellState(FrozenModel):
    """One cell. Its run folder is ``name`` beside matrix.json once it has started.

    ``set_aside`` counts half-done run folders that were moved to ``set-aside/`` before a new attempt.
    """

    name: str
    parameters: dict[str, str]
    state: Literal["pending", "running", "done", "failed", "interrupted"] = "pending"
    set_aside: int = 0
    reason: str | None = None


class MatrixState(FrozenModel):
    """The whole matrix, in order of execution. ``workload_sha256`` binds it to workload and settings."""

    schema_version: Literal[1] = 1
    workload_name: str
    workload_sha256: str
    cells: list[CellState]
