"""The tally as the frames of Cubes. Text columns are categorical."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ackgate.ingest.batch import ABSENT, Bools, Int64s
from ackgate.ingest.counts import CodeTable, TimeCube, count_unique
from ackgate.ingest.mqtt_counter import CLIENT_COUNT, CLIENT_ERRORS, CLIENT_SUM
from ackgate.ingest.tally import CONNECTIONS, MAX_CLIENT_BINS, QUANTITIES, RECEIVED, Group, Tally
from ackgate.model import cubes


def category(codes: Int64s, texts: Sequence[str]) -> pd.Categorical:
    """A categorical column of ``texts[codes]``."""
    return pd.Categorical.from_codes(codes.astype(np.int32), pd.Index(list(texts), dtype="str"))


@dataclass(frozen=True)
class Selection:
    """Groups that count as samples, with labels and stretches renumbered for the result."""

    tally: Tally
    groups: tuple[Group, ...]
    chosen: Bools
    label_map: Int64s
    label_texts: tuple[str, ...]
    segment_of_stretch: Int64s
    segment_starts_ms: Int64s

    def attribute(self, name: str, group: Int64s) -> Int64s:
        """The named attribute of each group number."""
        table = np.array([getattr(g, name) for g in self.groups] or [0], dtype=np.int64)
        return table[group]

    def labels(self, codes: Int64s) -> pd.Categorical:
        """Label texts of label codes."""
        return category(self.label_map[codes], self.label_texts)


def value_frame(selection: Selection) -> pd.DataFrame:
    """VALUE_COLUMNS: exact elapsed per slice, then microsecond quantities per segment."""
    tally = selection.tally
    names = ("elapsed_ms", *QUANTITIES)
    parts = []
    cells, amounts = tally.values.cells()
    if cells:
        time_ms, group, value = cells
        parts.append((group, time_ms, np.zeros(len(group), np.int64), value, amounts))
    cells, amounts = tally.times_us.cells()
    if cells:
        _, group, quantity, value = cells
        segment = selection.segment_of_stretch[selection.attribute("stretch", group)]
        parts.append((group, selection.segment_starts_ms[segment], quantity + 1, value, amounts))
    group, slice_ms, quantity, value, count = _stack(parts, 5)
    keep = selection.chosen[group] if len(group) else np.zeros(0, dtype=bool)
    group, slice_ms, quantity, value, count = (c[keep] for c in (group, slice_ms, quantity, value, count))
    frame = {
        "segment": selection.segment_of_stretch[selection.attribute("stretch", group)],
        "label": selection.labels(selection.attribute("label", group)),
        "operation": _texts(tally.operations, selection.attribute("operation", group)),
        "code": _texts(tally.response_codes, selection.attribute("code", group)),
        "success": selection.attribute("success", group).astype(bool),
        "phase": _texts(tally.phases, selection.attribute("phase", group)),
        "connection": category(selection.attribute("connection", group), CONNECTIONS),
        "host": _texts(tally.hosts, selection.attribute("host", group)),
        "slice_start_ms": slice_ms,
        "quantity": category(quantity, names),
        "value": value,
        "count": count,
    }
    return _frame(frame, cubes.VALUE_COLUMNS)


def series_frame(selection: Selection) -> pd.DataFrame:
    """SERIES_COLUMNS, groups merged to (label, operation, success)."""
    cells, amounts = selection.tally.series.cells()
    time_ms, group, bucket = cells or [np.zeros(0, np.int64)] * 3
    keep = selection.chosen[group] if len(group) else np.zeros(0, dtype=bool)
    group = group[keep]
    keys = (
        selection.label_map[selection.attribute("label", group)],
        selection.attribute("operation", group),
        selection.attribute("success", group),
        time_ms[keep] // 1000,
        bucket[keep],
    )
    (label, operation, success, second, bucket), count = count_unique(keys, amounts[keep])
    frame = {
        "label": category(label, selection.label_texts),
        "operation": _texts(selection.tally.operations, operation),
        "success": success.astype(bool),
        "second": second,
        "bucket_ms": bucket,
        "count": count,
    }
    return _frame(frame, cubes.SERIES_COLUMNS)


def outcome_frame(selection: Selection) -> pd.DataFrame:
    """OUTCOME_COLUMNS, one row per (label, operation, code, success)."""
    merged: dict[tuple[int, int, int, int], list[int]] = {}
    for number, group in enumerate(selection.groups):
        if selection.chosen[number] and selection.tally.totals[number].rows:
            key = (int(selection.label_map[group.label]), group.operation, group.code, group.success)
            merged.setdefault(key, []).append(number)
    rows = []
    for (label, operation, code, success), numbers in sorted(merged.items()):
        totals = [selection.tally.totals[n] for n in numbers]
        first = min(totals, key=lambda t: t.first_ms)
        rows.append(
            (
                selection.label_texts[label],
                selection.tally.operations.texts[operation],
                selection.tally.response_codes.texts[code],
                bool(success),
                sum(t.rows for t in totals),
                first.first_ms,
                max(t.last_ms for t in totals),
                first.message,
            )
        )
    return _rows_frame(rows, cubes.OUTCOME_COLUMNS, ("count", "first_ms", "last_ms"), ("success",))


def weighted_frame(selection: Selection) -> pd.DataFrame:
    """WEIGHTED_COLUMNS, one row per label that has weighted rows."""
    sums: dict[int, list[int]] = {}
    for number, group in enumerate(selection.groups):
        if group.weighted and selection.chosen[number]:
            total = selection.tally.totals[number]
            entry = sums.setdefault(int(selection.label_map[group.label]), [0, 0, 0])
            for n, amount in enumerate((total.samples, total.errors, total.elapsed_sum_ms)):
                entry[n] += amount
    rows = [(selection.label_texts[label], *entry) for label, entry in sorted(sums.items())]
    return _rows_frame(rows, cubes.WEIGHTED_COLUMNS, ("samples", "errors", "elapsed_sum_ms"))


def thread_frame(selection: Selection, kinds: Sequence[int]) -> pd.DataFrame:
    """THREAD_COLUMNS: threads that ran rows of the chosen kinds."""
    totals = selection.tally.thread_totals
    samples = totals.rows[:, list(kinds)].sum(axis=1)
    threads = np.flatnonzero(samples)
    pairs = [selection.tally.threads.texts[n].partition("\t") for n in threads.tolist()]
    frame: dict[str, object] = {
        "host": pd.Categorical([pair[0] for pair in pairs]),
        "thread": [pair[2] or pair[0] for pair in pairs],
        "first_start_ms": totals.first_ms[threads],
        "last_end_ms": totals.last_ms[threads],
        "samples": samples[threads],
    }
    return _frame(frame, cubes.THREAD_COLUMNS)


def active_frame(selection: Selection) -> pd.DataFrame:
    """ACTIVE_COLUMNS."""
    cells, most = selection.tally.active.cells()
    time_ms, host = cells or [np.zeros(0, np.int64)] * 2
    frame = {"second": time_ms // 1000, "host": _texts(selection.tally.hosts, host), "threads": most}
    return _frame(frame, cubes.ACTIVE_COLUMNS)


def received_frame(selection: Selection) -> pd.DataFrame:
    """RECEIVED_COLUMNS: 0 where a window does not state a count."""
    cells, amounts = selection.tally.received.cells()
    time_ms, label, which = cells or [np.zeros(0, np.int64)] * 3
    (second, label_code), inverse = _distinct((time_ms // 1000, selection.label_map[label]))
    table = np.zeros((len(second), len(RECEIVED)), dtype=np.int64)
    np.add.at(table, (inverse, which), amounts)
    frame: dict[str, object] = {
        "label": category(label_code, selection.label_texts),
        "second": second,
    }
    return _frame(frame | {name: table[:, n] for n, name in enumerate(RECEIVED)}, cubes.RECEIVED_COLUMNS)


def end_to_end_frame(selection: Selection) -> pd.DataFrame:
    """E2E_COLUMNS."""
    cells, amounts = selection.tally.end_to_end.cells()
    time_ms, label, value = cells or [np.zeros(0, np.int64)] * 3
    frame = {"label": selection.labels(label), "second": time_ms // 1000, "value_us": value, "count": amounts}
    return _frame(frame, cubes.E2E_COLUMNS)


def client_frame(selection: Selection) -> pd.DataFrame:
    """CLIENT_COLUMNS: at most 64 bins; ``count`` is acknowledged publishes, ``errors`` failed ones."""
    tally = selection.tally
    sums, amounts = tally.client_sums.cells()
    slow, slowest = tally.client_slowest.cells()
    if not sums:
        return _frame({name: np.zeros(0, np.int64) for name in cubes.CLIENT_COLUMNS}, cubes.CLIENT_COLUMNS)
    width = _bin_width(sums[0], (tally.client_sums, tally.client_slowest))
    (bins, client), inverse = _distinct((sums[0] // width, sums[1]))
    table = np.zeros((len(bins), 4), dtype=np.int64)
    np.add.at(table, (inverse, sums[2]), amounts)
    if slow:
        place = _place((bins, client), (slow[0] // width, slow[1]))
        np.maximum.at(table[:, 3], place, slowest)
    named = np.array([bool(text) for text in tally.clients.texts], dtype=bool)[client]
    frame = {
        "client_id": _texts(tally.clients, client),
        "bin_start_ms": bins * width,
        "count": table[:, CLIENT_COUNT],
        "errors": table[:, CLIENT_ERRORS],
        "sum_us": table[:, CLIENT_SUM],
        "max_us": table[:, 3],
    }
    return _frame(frame, cubes.CLIENT_COLUMNS)[named].reset_index(drop=True)


def life_frame(selection: Selection) -> pd.DataFrame:
    """LIFE_COLUMNS, slowest first; a step that did not occur is NaN."""
    rows = [
        (
            selection.label_texts[selection.label_map[life.label]],
            life.client_id,
            life.start_ms,
            _or_nan(life.pubrec_us),
            _or_nan(life.pubcomp_us),
            life.ack_us,
            max(life.qos, 0),
        )
        for life in selection.tally.lives
    ]
    return _rows_frame(
        rows, cubes.LIFE_COLUMNS, ("start_ms", "ack_us", "qos"), (), ("pubrec_us", "pubcomp_us")
    )


def _or_nan(value: int) -> float:
    return float("nan") if value == ABSENT else float(value)


def _texts(table: CodeTable, codes: Int64s) -> pd.Categorical:
    return category(codes, table.texts)


def _bin_width(time_ms: Int64s, tables: Sequence[TimeCube]) -> int:
    width = max(table.slice_ms for table in tables)
    while int(time_ms.max()) // width - int(time_ms.min()) // width >= MAX_CLIENT_BINS:
        width *= 2
    return width


def _distinct(keys: tuple[Int64s, Int64s]) -> tuple[list[Int64s], Int64s]:
    distinct, _ = count_unique(keys)
    return distinct, _place((distinct[0], distinct[1]), keys)


def _place(distinct: tuple[Int64s, Int64s], keys: tuple[Int64s, Int64s]) -> Int64s:
    """Positions of ``keys`` among the sorted ``distinct`` pairs (second key non-negative)."""
    if not len(distinct[0]):
        return np.zeros(0, dtype=np.int64)
    size = int(distinct[1].max()) + 1
    return np.searchsorted(distinct[0] * size + distinct[1], keys[0] * size + keys[1]).astype(np.int64)


def _stack(parts: Sequence[tuple[Int64s, ...]], width: int) -> list[Int64s]:
    return [np.concatenate([np.zeros(0, np.int64), *(part[n] for part in parts)]) for n in range(width)]


def _frame(columns: Mapping[str, object], names: tuple[str, ...]) -> pd.DataFrame:
    return pd.DataFrame({name: columns[name] for name in names}, copy=False)


def _rows_frame(
    rows: Sequence[tuple[object, ...]],
    names: tuple[str, ...],
    integers: tuple[str, ...],
    booleans: tuple[str, ...] = (),
    floats: tuple[str, ...] = (),
) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=list(names))
    types = (
        dict.fromkeys(integers, "int64") | dict.fromkeys(booleans, "bool") | dict.fromkeys(floats, "float64")
    )
    others = {name: "str" for name in names if name not in types}
    return frame.astype(types | others)
