"""What every part of an evaluation needs: the measurement, its tables, its timeline."""

from dataclasses import dataclass

from ackgate.model.cubes import Cubes
from ackgate.model.manifest import RunManifest
from ackgate.model.measurement import Measurement
from ackgate.stats.percentiles import PercentileMethod
from ackgate.stats.table import ValueTable, empty_table
from ackgate.stats.timeline import Timeline


@dataclass(frozen=True)
class Context:
    """One evaluation. ``tables`` holds the value cube by quantity."""

    measurement: Measurement
    tables: dict[str, ValueTable]
    timeline: Timeline
    method: PercentileMethod

    @property
    def cubes(self) -> Cubes:
        """The counted rows."""
        return self.measurement.cubes

    @property
    def manifest(self) -> RunManifest | None:
        """The plan as run; None for a bare JTL."""
        return self.measurement.manifest

    def table(self, quantity: str) -> ValueTable:
        """Rows of one quantity; a table without rows where the data does not carry it."""
        return self.tables.get(quantity) or empty_table()

    @property
    def elapsed(self) -> ValueTable:
        """One row group per sample: elapsed in ms."""
        return self.table("elapsed_ms")
