"""A workload with a matrix -> its cells, each a workload of its own."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ackgate.model.workload import Workload
from ackgate.model.workload_matrix import Matrix, Scalar
from ackgate.plan.load_workload import refuse_bad_files, validated
from ackgate.plan.overrides import Raw, with_overrides
from ackgate.plan.workload_error import WorkloadError

_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")


class Cell(NamedTuple):
    """One run of a matrix. ``params``: axis -> value as text."""

    name: str
    params: dict[str, str]
    workload: Workload


def expand_matrix(workload: Workload) -> list[Cell]:
    """The cells in file order, first axis slowest. Names depend on axes and values alone.

    Raises WorkloadError when a cell is no valid workload; the sentence names the cell.
    """
    if workload.matrix is None:
        return [Cell(workload.name, {}, workload)]
    raw = workload.model_dump(mode="json", exclude_unset=True, exclude={"matrix"})
    cells = [_cell(workload, raw, workload.matrix, values) for values in _products(workload.matrix)]
    names = [cell.name for cell in cells]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise WorkloadError(
            f"matrix: two cells have the name {twice}; make its values differ in letters or digits"
        )
    return cells


def _products(matrix: Matrix) -> Iterator[dict[str, Scalar]]:
    axes = matrix.parameters
    for values in itertools.product(*(axis.values for axis in axes.values())):
        yield dict(zip(axes, values, strict=True))


def _cell(workload: Workload, raw: Raw, matrix: Matrix, values: dict[str, Scalar]) -> Cell:
    params = {axis: _text(value) for axis, value in values.items()}
    name = "_".join(f"{_safe(axis)}-{_safe(text)}" for axis, text in params.items())
    settings: list[tuple[str, object]] = []
    for axis, value in values.items():
        parameter = matrix.parameters[axis]
        settings += [(path, value) for path in parameter.set]
        settings += list(parameter.also.get(_text(value), {}).items())
    notes = [entry.note for entry in matrix.notes if all(_same(values, *pair) for pair in entry.when.items())]
    note = "\n".join([*([workload.note] if workload.note else []), *notes])
    settings += [("note", note)] if note else []
    settings += [("name", f"{workload.name}-{name}")]
    try:
        cell = validated(with_overrides(raw, settings), Path("matrix"))
        refuse_bad_files(cell, Path("matrix"))
    except WorkloadError as error:
        raise WorkloadError(f"cell {name}: {error}") from error
    return Cell(name, params, cell)


def _same(values: dict[str, Scalar], axis: str, value: Scalar) -> bool:
    if axis not in values:
        raise WorkloadError(f"matrix.notes: there is no axis {axis} (axes: {', '.join(values)})")
    return _text(values[axis]) == _text(value)


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _safe(text: str) -> str:
    return _UNSAFE.sub("-", text).strip("-") or "empty"
