"""One cell of a sweep (matrix of runs), as a report of the whole sweep shows it."""

from ackgate.model.distribution import FrozenModel
from ackgate.model.statistics import Statistics


class SweepRow(FrozenModel):
    """A run of the sweep: its parameters as written in the matrix, and its statistics."""

    parameters: dict[str, str]
    payload_bytes: int | None
    statistics: Statistics
