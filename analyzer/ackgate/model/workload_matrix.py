"""A matrix of parameters: one workload file, several runs."""

from pydantic import Field

from ackgate.model.distribution import FrozenModel

#: What ``--set`` and a matrix may put in place of a value.
Scalar = bool | int | float | str


class MatrixParameter(FrozenModel):
    """One axis. Every path of ``set`` takes each value in turn; ``also`` adds settings to single values."""

    set: list[str] = Field(min_length=1, description="paths as for --set, e.g. publish.telemetry.qos")
    values: list[Scalar] = Field(min_length=1)
    also: dict[str, dict[str, Scalar]] = Field(
        default={}, description="value (as text) -> further path: value settings of that value"
    )


class MatrixNote(FrozenModel):
    """A remark on the cells whose parameters all equal ``when``."""

    when: dict[str, Scalar] = Field(min_length=1)
    note: str


class Matrix(FrozenModel):
    """Axes by short name; cells are named ``axis-value`` joined by ``_`` in the order of the file."""

    parameters: dict[str, MatrixParameter] = Field(min_length=1)
    notes: list[MatrixNote] = []
