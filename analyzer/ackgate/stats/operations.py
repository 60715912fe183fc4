"""One row per label: counts, rates, percentiles, modes, histogram, series."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ackgate.model.distribution import Modes, Percentiles
from ackgate.model.measurement import DashboardLabel
from ackgate.model.statistics import Operation
from ackgate.stats.context import Context
from ackgate.stats.counts import GroupedCounts, IntArray
from ackgate.stats.histogram import histogram
from ackgate.stats.label_series import label_series
from ackgate.stats.mode_split import describe_modes
from ackgate.stats.modes import find_modes
from ackgate.stats.percentiles import RANKS, grouped_percentiles
from ackgate.stats.table import Mask, ValueTable, empty_table
from ackgate.stats.timeline import Timeline

#: Beyond this many labels a table helps nobody; ``operations_total`` says how many there are.
MAX_OPERATIONS = 1_000
#: Labels with modes per minute, histogram and series: those with the most samples.
MAX_DETAILED = 60
NO_PERCENTILES: Percentiles = dict.fromkeys(RANKS, None)
WEIGHTED_NOTE = "its rows stand for many samples each (SampleCount or a batch): a mean, no percentiles"


@dataclass(frozen=True)
class LabelTable:
    """Per label, arrays of shape (labels,): samples, errors, most frequent operation; grouped good values."""

    names: tuple[str, ...]
    samples: IntArray
    errors: IntArray
    operation: tuple[str, ...]
    good: GroupedCounts
    position: IntArray  # of a label in ``good``, -1 where it has no successful sample


def label_table(elapsed: ValueTable) -> LabelTable:
    """Count the elapsed rows by label."""
    labels, operations = elapsed.label, elapsed.operation
    size = len(labels.names)
    samples = np.rint(np.bincount(labels.codes, weights=elapsed.count, minlength=size)).astype(np.int64)
    failed = elapsed.count * ~elapsed.success
    errors = np.rint(np.bincount(labels.codes, weights=failed, minlength=size)).astype(np.int64)
    kinds = max(1, len(operations.names))
    pairs = np.bincount(
        labels.codes * kinds + operations.codes, weights=elapsed.count, minlength=size * kinds
    )
    usual = pairs.reshape(size, kinds).argmax(axis=1) if size else np.zeros(0, dtype=np.int64)
    good = elapsed.good.by(elapsed.good.label.codes)
    position = np.full(size, -1, dtype=np.int64)
    position[good.groups] = np.arange(good.groups.size)
    return LabelTable(
        labels.names, samples, errors, tuple(operations.names[i] for i in usual), good, position
    )


def operation_statistics(context: Context) -> tuple[list[Operation], int]:
    """Operations in label order, and how many labels there are in all."""
    table = label_table(context.elapsed)
    asked = {criterion.label for criterion in context.measurement.criteria}
    weighted = _weighted_operations(context.cubes.weighted, context.timeline)
    seen = [int(i) for i in np.argsort(-table.samples, kind="stable") if table.samples[i] > 0]
    chosen = seen[:MAX_OPERATIONS] + [i for i in seen[MAX_OPERATIONS:] if table.names[i] in asked]
    writer = _Writer(context, table, chosen, frozenset(seen[:MAX_DETAILED]))
    counted = [writer.operation(i, weighted.get(table.names[i])) for i in chosen]
    names = {table.names[i] for i in seen}
    only_weighted = [one for label, one in weighted.items() if label not in names]
    total = len(seen) + len(only_weighted)
    return sorted(counted + only_weighted[:MAX_OPERATIONS], key=lambda one: one.label), total


class _Writer:
    """Writes operations from one label table; holds what they share so that it is computed once."""

    def __init__(
        self, context: Context, table: LabelTable, chosen: list[int], detailed: frozenset[int]
    ) -> None:
        self._table, self._timeline, self._detailed = table, context.timeline, detailed
        at = [int(table.position[i]) for i in chosen]
        found = grouped_percentiles(table.good, [i for i in at if i >= 0], method=context.method)
        self._percentiles = dict(zip([i for i in at if i >= 0], found, strict=True))
        steady = context.timeline.steady_rows(context.elapsed.good)
        self._has_steady = steady is not None
        grouped = (steady or empty_table()).by((steady or empty_table()).label.codes)
        known = np.flatnonzero(np.isin(grouped.groups, chosen))
        labels_there = grouped.groups[known].tolist()
        self._steady_n = dict(zip(labels_there, grouped.totals[known].tolist(), strict=True))
        steady_found = grouped_percentiles(grouped, known.tolist(), method=context.method)
        self._steady = dict(zip(labels_there, steady_found, strict=True))
        self._rows = _rows_by_label(context.elapsed.good, detailed)
        labels = {table.names[i] for i in detailed}
        self._series = label_series(context.cubes.series, labels, context.timeline)
        self._dashboard = {one.label: one for one in context.measurement.dashboard}

    def operation(self, index: int, weighted: Operation | None) -> Operation:
        """The operation of one label; ``weighted`` holds the samples of its SampleCount rows."""
        table, at = self._table, int(self._table.position[index])
        name, samples, errors = table.names[index], int(table.samples[index]), int(table.errors[index])
        counts = None if at < 0 else table.good.at(at)
        if weighted is not None:
            return _with_weighted(weighted, table.operation[index], samples, errors, self._timeline)
        return Operation(
            label=name,
            operation=table.operation[index],
            samples=samples,
            errors=errors,
            error_rate=round(errors / samples, 9),
            throughput_per_s=per_second_rate(samples - errors, self._timeline.duration_s),
            mean_ms=None if counts is None or counts.mean is None else round(counts.mean, 6),
            min_ms=None if counts is None else counts.minimum,
            max_ms=None if counts is None else counts.maximum,
            percentiles_ms=NO_PERCENTILES if at < 0 else self._percentiles[at],
            steady_samples=self._steady_n.get(index, 0) if self._has_steady else None,
            steady_percentiles_ms=self._steady.get(index, NO_PERCENTILES) if self._has_steady else None,
            modes=self._modes(index),
            histogram=histogram(counts, per_ms=1) if counts is not None and index in self._detailed else [],
            series=self._series.get(name, []),
            dashboard_ms=_dashboard_percentiles(self._dashboard.get(name)),
        )

    def _modes(self, index: int) -> Modes:
        at = int(self._table.position[index])
        if at < 0:
            return Modes(verdict="too_few_samples", peaks=[])
        if index in self._detailed:
            return describe_modes(self._rows[index], self._rows[index], self._timeline, per_ms=1)
        return find_modes(self._table.good.at(at), per_ms=1)


def _rows_by_label(good: ValueTable, wanted: frozenset[int]) -> dict[int, ValueTable]:
    keep: Mask = np.isin(good.label.codes, np.array(sorted(wanted), dtype=np.int64))
    rows = good.where(keep)
    return {index: rows.where(rows.label.codes == index) for index in wanted}


def per_second_rate(samples: int, duration_s: float) -> float | None:
    """Samples per second; None over no time."""
    return round(samples / duration_s, 6) if duration_s > 0 else None


def _dashboard_percentiles(found: DashboardLabel | None) -> Percentiles | None:
    return None if found is None else {"90": found.p90_ms, "95": found.p95_ms, "99": found.p99_ms}


def _weighted_operations(weighted: pd.DataFrame, timeline: Timeline) -> dict[str, Operation]:
    rows = weighted.groupby("label", sort=True)[["samples", "errors", "elapsed_sum_ms"]].sum()
    return {
        str(label): _weighted_operation(str(label), int(samples), int(errors), float(elapsed_ms), timeline)
        for label, samples, errors, elapsed_ms in rows.itertuples(name=None)
        if samples > 0
    }


def _weighted_operation(
    label: str, samples: int, errors: int, elapsed_ms: float, timeline: Timeline
) -> Operation:
    return Operation(
        label=label,
        operation="",
        samples=samples,
        errors=errors,
        error_rate=round(errors / samples, 9),
        throughput_per_s=per_second_rate(samples - errors, timeline.duration_s),
        mean_ms=round(elapsed_ms / samples, 6),
        min_ms=None,
        max_ms=None,
        percentiles_ms=NO_PERCENTILES,
        modes=Modes(verdict="too_few_samples", peaks=[], note="no single values in the data"),
        weighted=True,
        note=WEIGHTED_NOTE,
    )


def _with_weighted(
    weighted: Operation, operation: str, samples: int, errors: int, timeline: Timeline
) -> Operation:
    """A label with rows of both kinds: counts add up, the figures of single rows would mislead."""
    all_samples, all_errors = weighted.samples + samples, weighted.errors + errors
    return weighted.model_copy(
        update={
            "operation": operation,
            "samples": all_samples,
            "errors": all_errors,
            "error_rate": round(all_errors / all_samples, 9),
            "throughput_per_s": per_second_rate(all_samples - all_errors, timeline.duration_s),
            "mean_ms": None,
        }
    )
