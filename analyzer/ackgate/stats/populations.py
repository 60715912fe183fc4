"""The samples that a criterion is about, failed ones included."""

from dataclasses import dataclass

import numpy as np

from ackgate.model.criteria import Metric, Window
from ackgate.stats.acknowledge import acknowledged_labels
from ackgate.stats.connect import CONNECT_OPERATIONS
from ackgate.stats.context import Context
from ackgate.stats.counts import Counts, IntArray
from ackgate.stats.intervals import design_effect
from ackgate.stats.percentiles import FloatArray
from ackgate.stats.table import ValueTable, empty_table

_QUANTITY: dict[Metric, str] = {
    "acknowledge_time": "ack_us",
    "response_time": "response_us",
    "send_delay": "send_delay_us",
}


@dataclass(frozen=True)
class Population:
    """Successful values, how many samples failed, and the same samples by time slice.

    ``counts`` are in units of 1/``per_ms`` ms. ``timed_ms``, ``timed_count``, ``timed_slice`` have shape
    (rows,) and hold every sample with the slice it lies in; a failed one has the value infinity. They are
    empty where nothing says when the samples were.
    """

    counts: Counts
    failed: int
    per_ms: int
    timed_ms: FloatArray
    timed_count: IntArray
    timed_slice: IntArray

    @property
    def n(self) -> int:
        """All samples; each failed one ranks above every successful one."""
        return self.counts.n + self.failed

    def effective_n(self, above_ms: float) -> float:
        """Independent samples that would say as much about the share above a value (Kish's design effect)."""
        if self.timed_slice.size == 0:
            return float(self.n)
        _, codes = np.unique(self.timed_slice, return_inverse=True)
        hits = np.bincount(codes, weights=self.timed_count * (self.timed_ms > above_ms))
        return self.n / design_effect(hits, np.bincount(codes, weights=self.timed_count))


def select(context: Context, metric: Metric, label: str | None, window: Window) -> Population | None:
    """The population of a timed metric; None where the data carries no such sample."""
    if metric == "end_to_end_latency":
        return _end_to_end(context, label, window)
    if metric == "connect_time":
        rows = _windowed(context, context.elapsed.operations(*CONNECT_OPERATIONS), label, window)
        return _population(rows.good.counts, rows, rows, 1)
    values = _windowed(context, context.table(_QUANTITY[metric]).operations("publish").good, label, window)
    labels = acknowledged_labels(context) if metric == "acknowledge_time" else values.labels
    publishes = context.elapsed.operations("publish")
    publishes = _windowed(context, publishes.where(publishes.label.are(labels)), label, window)
    timed = empty_table() if metric == "send_delay" else publishes
    return _population(values.counts, publishes, timed, 1000)


def _population(counts: Counts, rows: ValueTable, timed: ValueTable, per_ms: int) -> Population | None:
    if counts.n + rows.failed == 0:
        return None
    timed_ms = np.where(timed.success, timed.value.astype(np.float64), np.inf)
    return Population(counts, rows.failed, per_ms, timed_ms, timed.count, timed.slice_start_ms)


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
    value_us, count = (frame[name].to_numpy(dtype=np.int64)[kept] for name in ("value_us", "count"))
    return Population(Counts.of(value_us, count), 0, 1000, value_us / 1000, count, second[kept])
