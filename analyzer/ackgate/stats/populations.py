"""The samples that a criterion is about, failed ones included."""

from dataclasses import dataclass

import numpy as np

from ackgate.model.criteria import Metric, Window
from ackgate.stats.acknowledge import acknowledged_labels
from ackgate.stats.connect import CONNECT_OPERATIONS
from ackgate.stats.context import Context
from ackgate.stats.counts import Counts, IntArray
from ackgate.stats.intervals import design_effect
from ackgate.stats.table import ValueTable, empty_table

_QUANTITY: dict[Metric, str] = {
    "acknowledge_time": "ack_us",
    "response_time": "response_us",
    "send_delay": "send_delay_us",
}


@dataclass(frozen=True)
class Population:
    """Successful values and how many samples failed; ``slices`` says in which time slice each row lies.

    ``values``, ``count``, ``slices`` have shape (rows,) and are of the successful samples; ``failed_slices``
    and ``failed_count`` of the failed ones.
    """

    values: IntArray
    count: IntArray
    slices: IntArray
    failed_slices: IntArray
    failed_count: IntArray
    per_ms: int

    @property
    def failed(self) -> int:
        """Failed samples; each ranks above every successful one."""
        return int(self.failed_count.sum())

    @property
    def n(self) -> int:
        """All samples."""
        return int(self.count.sum()) + self.failed

    @property
    def counts(self) -> Counts:
        """Successful values merged."""
        return Counts.of(self.values, self.count)

    def effective_n(self, above: float) -> float:
        """Samples that independent ones would need to be as informative about the share above a value."""
        slices = np.concatenate((self.slices, self.failed_slices))
        total = np.concatenate((self.count, self.failed_count))
        over = np.concatenate((self.count * (self.values > above), self.failed_count))
        if slices.size == 0:
            return float(self.n)
        _, codes = np.unique(slices, return_inverse=True)
        hits = np.bincount(codes, weights=over)
        return self.n / design_effect(hits, np.bincount(codes, weights=total, minlength=hits.size))


def select(context: Context, metric: Metric, label: str | None, window: Window) -> Population | None:
    """The population of a timed metric; None where the data carries no such sample."""
    if metric == "end_to_end_latency":
        return _end_to_end(context, label, window)
    if metric == "connect_time":
        rows = context.elapsed.operations(*CONNECT_OPERATIONS)
        good, failed, per_ms = rows.good, rows.where(~rows.success), 1
    else:
        good, per_ms = context.table(_QUANTITY[metric]).operations("publish").good, 1000
        publishes = context.elapsed.operations("publish")
        labels = acknowledged_labels(context) if metric == "acknowledge_time" else set(good.label.names)
        failed = publishes.where(~publishes.success & publishes.label.are(labels))
    good, failed = _windowed(context, good, label, window), _windowed(context, failed, label, window)
    if good.n + failed.n == 0:
        return None
    return Population(
        good.value, good.count, good.slice_start_ms, failed.slice_start_ms, failed.count, per_ms
    )


def _windowed(context: Context, rows: ValueTable, label: str | None, window: Window) -> ValueTable:
    labelled = rows.labelled(label)
    if window == "whole":
        return labelled
    return context.timeline.steady_rows(labelled) or empty_table()


def _end_to_end(context: Context, label: str | None, window: Window) -> Population | None:
    frame = context.cubes.end_to_end
    if label is not None:
        frame = frame[frame["label"] == label]
    second = frame["second"].to_numpy(dtype=np.int64)
    kept = context.timeline.steady_seconds(second) if window == "steady" else np.ones(second.size, dtype=bool)
    if not kept.any():
        return None
    none = np.zeros(0, dtype=np.int64)
    return Population(
        frame["value_us"].to_numpy(dtype=np.int64)[kept],
        frame["count"].to_numpy(dtype=np.int64)[kept],
        second[kept],
        none,
        none,
        1000,
    )
