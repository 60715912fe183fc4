"""Where a run starts and ends, and how a moment of it is written."""

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from ackgate.model.cubes import Cubes
from ackgate.stats.table import Mask, ValueTable


def iso_utc(time_ms: int) -> str:
    """Epoch ms as ISO 8601 UTC with milliseconds. A time no calendar holds is written as epoch ms."""
    try:
        moment = datetime.fromtimestamp(time_ms // 1000, tz=UTC)
    except (OverflowError, ValueError, OSError):
        return f"{time_ms} ms"
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{time_ms % 1000:03d}Z"


@dataclass(frozen=True)
class Timeline:
    """Epoch ms; ``duration_s`` is summed over segments. ``steady_*`` are None where no steady window exists.

    ``has_phases``: rows carry ``mqtt_phase``; ``by_phase``: it decides at the window's edges.
    ``series_step_s``: width of the bins that a "second" of the series stands for.
    """

    start_ms: int
    end_ms: int
    duration_s: float
    slice_ms: int
    steady_start_ms: int | None
    steady_end_ms: int | None
    has_phases: bool
    by_phase: bool
    rule: str
    series_step_s: int = 1

    def at_s(self, time_ms: float) -> float:
        """Seconds from the first start."""
        return round((time_ms - self.start_ms) / 1000, 3)

    def second_at_s(self, second: int) -> float:
        """Seconds from the first start to an epoch second's begin; the second it lies in counts as 0."""
        return max(0.0, self.at_s(second * 1000))

    @property
    def steady_s(self) -> float | None:
        """Length of the steady window; None where there is none."""
        if self.steady_start_ms is None or self.steady_end_ms is None:
            return None
        return (self.steady_end_ms - self.steady_start_ms) / 1000

    def steady_rows(self, table: ValueTable) -> ValueTable | None:
        """Rows of the steady window; None where there is none, or where these rows cannot be placed in time.

        Only ``elapsed_ms`` is counted by time slice; microsecond quantities are placed by ``mqtt_phase``.
        """
        if self.steady_start_ms is None or self.steady_end_ms is None:
            return None
        begins = table.slice_start_ms
        if not table.has_slices:
            return table.where(table.phase.are(("steady",))) if self.has_phases else None
        if self.by_phase:
            inside = (begins + self.slice_ms > self.steady_start_ms) & (begins < self.steady_end_ms)
            return table.where(inside & table.phase.are(("steady", "")))
        return table.where((begins >= self.steady_start_ms) & (begins + self.slice_ms <= self.steady_end_ms))

    def steady_seconds(self, second: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Mask:
        """Which bins starting at epoch seconds (rows,) lie wholly in the steady window; none without one."""
        if self.steady_start_ms is None or self.steady_end_ms is None:
            return np.zeros(second.shape, dtype=bool)
        mask: Mask = (second * 1000 >= self.steady_start_ms) & (
            (second + self.series_step_s) * 1000 <= self.steady_end_ms
        )
        return mask


def whole_run(cubes: Cubes) -> tuple[int, int, float]:
    """First start and last end (epoch ms) and the summed duration of all segments (s); zeros without rows."""
    if not cubes.segments:
        return 0, 0, 0.0
    start_ms = min(segment.start_ms for segment in cubes.segments)
    end_ms = max(segment.end_ms for segment in cubes.segments)
    return start_ms, end_ms, sum(segment.end_ms - segment.start_ms for segment in cubes.segments) / 1000
