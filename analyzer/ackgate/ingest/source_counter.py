"""Counts the rows of one source into the tally, in file order."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ackgate.ingest import convention, mqtt_counter
from ackgate.ingest.batch import ABSENT, Batch, Bools, Int64s, Reject, Section
from ackgate.ingest.buckets import two_digits
from ackgate.ingest.convention import Finding
from ackgate.ingest.counts import Key, count_unique, label_rows
from ackgate.ingest.options import IngestOptions
from ackgate.ingest.row_kinds import (
    SAMPLE,
    SUB_RESULT,
    TRANSACTION,
    Messages,
    SubResults,
    nested_kinds,
    read_messages,
)
from ackgate.ingest.segments import Segmenter, out_of_line
from ackgate.ingest.tally import Tally

HARNESS_PREFIX = "ERROR: "


@dataclass(frozen=True)
class _Timed:
    """A batch with its rows' start and end (epoch ms)."""

    batch: Batch
    start_ms: Int64s
    end_ms: Int64s
    new_run: bool


@dataclass(frozen=True)
class CountedRows:
    """A batch as counted. ``stretch``: run within its source; ``new_run``: a header stood before."""

    batch: Batch
    start_ms: Int64s
    end_ms: Int64s
    kind: Int64s
    stretch: Int64s
    messages: Messages
    new_run: bool


OnRows = Callable[[CountedRows], None]


class SourceCounter:
    """One per source. ``add`` sections in file order, then ``finish``."""

    def __init__(
        self,
        tally: Tally,
        options: IngestOptions,
        stretch_id: Callable[[int], int],
        reject: Callable[[Reject], None],
        on_rows: OnRows | None = None,
    ) -> None:
        self.finding: Finding | None = None
        self.segmenter = Segmenter()
        self._tally = tally
        self._options = options
        self._stretch_id = stretch_id
        self._reject = reject
        self._on_rows = on_rows
        self._sub_results = SubResults()
        self._waiting: _Timed | None = None
        self._before: tuple[int, int] | None = None
        self._header_seen = False
        self._interval_ms: int | None = None

    def add(self, section: Section) -> None:
        """Count a section's rows; the last batch waits for its successor's first row."""
        self._header_seen |= section.new_header
        batch = section.batch
        if not len(batch):
            return
        timed = self._timed(batch, new_run=self._header_seen)
        self._header_seen = False
        self._flush(None if timed.new_run else (int(timed.start_ms[0]), int(timed.end_ms[0])))
        self._waiting = timed

    def finish(self) -> None:
        """Count what still waits."""
        self._flush(None)

    def _timed(self, batch: Batch, *, new_run: bool) -> _Timed:
        if self.finding is None:
            self.finding = self._find_convention(batch)
        if self.finding.convention == "start":
            start_ms, end_ms = batch.time_ms, batch.time_ms + batch.elapsed_ms
        else:
            start_ms, end_ms = batch.time_ms - batch.elapsed_ms, batch.time_ms
        summed = _weights(batch) != 1
        if np.any(summed):
            start_ms = np.where(summed, batch.time_ms - self._sum_interval(batch.time_ms[summed]), start_ms)
            end_ms = np.where(summed, batch.time_ms, end_ms)
        return _Timed(batch, start_ms, end_ms, new_run)

    def _sum_interval(self, time_ms: Int64s) -> int:
        """A row of summed samples is written at its interval's end: the usual distance of such rows."""
        if self._interval_ms is None:
            steps = np.diff(time_ms)
            steps = steps[steps > 0]
            self._interval_ms = int(np.median(steps)) if len(steps) else 0
        return self._interval_ms

    def _find_convention(self, batch: Batch) -> Finding:
        if self._options.timestamp is not None:
            return Finding(self._options.timestamp, "as told by --timestamp")
        label = self._tally.labels.codes(batch.label)
        plain = ~read_messages(batch.message).transaction
        plain &= ~self._sub_results.candidates(label, self._tally.labels.texts)
        plain &= _weights(batch) == 1
        thread = batch.thread.codes[plain].astype(np.int64) * len(batch.host.texts) + batch.host.codes[plain]
        return convention.detect(batch.time_ms[plain], batch.elapsed_ms[plain], thread)

    def _flush(self, after: tuple[int, int] | None) -> None:
        timed, self._waiting = self._waiting, None
        if timed is None:
            return
        if timed.new_run:
            self.segmenter.begin_run()
            self._sub_results.forget_parent()
            self._before = None
        wrong = out_of_line(timed.start_ms, timed.end_ms, self._before, after)
        if wrong.any():
            timed = self._without(timed, wrong)
        if len(timed.batch):
            self._before = (int(timed.start_ms[-1]), int(timed.end_ms[-1]))
            self._count(timed)

    def _without(self, timed: _Timed, wrong: Bools) -> _Timed:
        for line in timed.batch.line[wrong].tolist():
            self._reject(Reject(line, "time out of line with both neighbours", ""))
        keep = ~wrong
        return replace(
            timed, batch=timed.batch.kept(keep), start_ms=timed.start_ms[keep], end_ms=timed.end_ms[keep]
        )

    def _count(self, timed: _Timed) -> None:
        tally, batch = self._tally, timed.batch
        label, host = tally.labels.codes(batch.label), tally.hosts.key(batch.host)
        tally.labels.count_overflow(batch.label)
        thread = self._thread_codes(batch)
        messages = read_messages(batch.message)
        kind = self._kinds(timed, messages, label, thread)
        stretch = self.segmenter.assign(timed.start_ms, timed.end_ms)
        if self._on_rows is not None:
            self._on_rows(
                CountedRows(batch, timed.start_ms, timed.end_ms, kind, stretch, messages, timed.new_run)
            )
        weights, weighted = _weighing(batch, messages)
        tally.summed_rows += int(np.count_nonzero((weights != 1) & (messages.received < 0)))
        group = tally.group_ids(
            (
                kind,
                label,
                tally.response_codes.key(batch.code),
                batch.success.astype(np.int64),
                *mqtt_counter.attributes(tally, batch, messages.xmeter_connect),
                host,
                self._stretch_key(stretch),
                weighted.astype(np.int64),
            ),
            len(batch),
        )
        tally.thread_totals.add(thread, kind, timed.start_ms, timed.end_ms)
        self._count_totals(timed, group)
        self._count_cells(timed, group, host, ~weighted)
        if weighted.any():
            self._count_weighted(batch, group, weights, weighted, messages)
        if batch.mqtt is not None:
            ours = mqtt_counter.is_mqtt(batch)
            tally.negative_latencies += int(messages.negative_latencies[ours].sum())
            mqtt_counter.count(
                tally, mqtt_counter.MqttRows(batch, timed.start_ms, timed.end_ms, group, label)
            )

    def _stretch_key(self, stretch: Int64s) -> Key:
        """Global stretch numbers; those of a batch ascend."""
        if stretch[0] == stretch[-1]:
            return self._stretch_id(int(stretch[0]))
        return np.array([self._stretch_id(n) for n in range(int(stretch[-1]) + 1)], np.int64)[stretch]

    def _thread_codes(self, batch: Batch) -> Int64s:
        """Codes of (host, thread) pairs; the table's text is ``host<TAB>thread``."""
        threads, hosts, texts = self._tally.threads, batch.host.texts, batch.thread.texts
        if len(hosts) == 1:
            return threads.numbers([f"{hosts[0]}\t{text}" for text in texts])[batch.thread.codes]

        def number(distinct: list[Int64s]) -> Int64s:
            pairs = zip(distinct[0].tolist(), distinct[1].tolist(), strict=True)
            return threads.numbers([f"{hosts[h]}\t{texts[t]}" for h, t in pairs])

        keys = (batch.host.codes.astype(np.int64), batch.thread.codes.astype(np.int64))
        return label_rows(keys, len(batch), number)

    def _kinds(self, timed: _Timed, messages: Messages, label: Int64s, thread: Int64s) -> Int64s:
        if timed.batch.nesting is not None:
            return nested_kinds(timed.batch, messages.transaction)
        candidates = self._sub_results.candidates(label, self._tally.labels.texts) & ~messages.transaction
        sub = self._sub_results.find(candidates, label, thread, timed.start_ms, timed.end_ms)
        kind = np.full(len(label), SAMPLE, dtype=np.int64)
        kind[messages.transaction] = TRANSACTION
        kind[sub] = SUB_RESULT
        return kind

    def _count_totals(self, timed: _Timed, group: Int64s) -> None:
        totals = self._tally.totals
        rows = np.bincount(group, minlength=len(totals))
        first = np.full(len(totals), 2**62, dtype=np.int64)
        last = np.zeros(len(totals), dtype=np.int64)
        np.minimum.at(first, group, timed.start_ms)
        np.maximum.at(last, group, timed.end_ms)
        for n in np.flatnonzero(rows).tolist():
            total = totals[n]
            if not total.rows:
                row = int(np.argmax(group == n))
                message = timed.batch.message
                total.message = message.texts[message.codes[row]][:500]
            total.rows += int(rows[n])
            total.samples += int(rows[n])
            total.first_ms = min(total.first_ms, int(first[n]))
            total.last_ms = max(total.last_ms, int(last[n]))

    def _count_cells(self, timed: _Timed, group: Int64s, host: Key, plain: Bools) -> None:
        tally, batch = self._tally, timed.batch
        seconds = timed.start_ms // 1000
        chosen = (group, seconds, batch.elapsed_ms)
        if not plain.all():
            chosen = (group[plain], seconds[plain], batch.elapsed_ms[plain])
        (groups, second, value), count = count_unique(chosen)
        tally.values.add(second * 1000, (groups, value), count)
        tally.series.add(second * 1000, (groups, two_digits(value)), count)
        self._count_active(seconds, host, batch.all_threads)

    def _count_active(self, seconds: Int64s, host: Key, threads: Int64s) -> None:
        known = threads != ABSENT
        if not known.any():
            return
        if not known.all():
            seconds, threads = seconds[known], threads[known]
            host = host if isinstance(host, int) else host[known]
        keys, most = count_unique((seconds, host), threads, "max")
        self._tally.active.add(keys[0] * 1000, keys[1:], most)

    def _count_weighted(
        self, batch: Batch, group: Int64s, weights: Int64s, weighted: Bools, messages: Messages
    ) -> None:
        errors = np.where(batch.success, 0, weights)
        if batch.error_count is not None:
            errors = np.where(batch.error_count == ABSENT, errors, batch.error_count)
        sums = np.where(messages.received >= 0, batch.elapsed_ms * weights, batch.elapsed_ms)
        for n in np.unique(group[weighted]).tolist():
            rows = group == n
            total = self._tally.totals[n]
            total.samples += int(weights[rows].sum()) - int(np.count_nonzero(rows))
            total.errors += int(errors[rows].sum())
            total.elapsed_sum_ms += int(sums[rows].sum())


def _weighing(batch: Batch, messages: Messages) -> tuple[Int64s, Bools]:
    """How many samples each row stands for, and which rows state no time of a single one."""
    if batch.sample_count is None and messages.nothing:
        return np.ones(len(batch), dtype=np.int64), np.zeros(len(batch), dtype=bool)
    weights = np.where(messages.received >= 0, messages.received, _weights(batch))
    return weights, (weights != 1) | (messages.received >= 0)


def _weights(batch: Batch) -> Int64s | int:
    if batch.sample_count is None:
        return 1
    return np.where(batch.sample_count == ABSENT, 1, batch.sample_count)
