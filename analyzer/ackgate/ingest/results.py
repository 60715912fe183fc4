"""The end of counting: rows selected, segments merged over sources, accounting proven, frames made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ackgate.ingest import frames
from ackgate.ingest.batch import Bools, Int64s, LineCount
from ackgate.ingest.merging import merge_stretches
from ackgate.ingest.options import IngestOptions, NoRowsError, Samples
from ackgate.ingest.rejects import RejectLog
from ackgate.ingest.row_kinds import SAMPLE, SUB_RESULT, TRANSACTION
from ackgate.ingest.source_counter import HARNESS_PREFIX, SourceCounter
from ackgate.ingest.tally import OTHER_LABELS, Group, Tally
from ackgate.model.cubes import Cubes, RowAccount, SegmentSpan, SourceFile, TimestampConvention


@dataclass(frozen=True)
class SourceResult:
    """One source after its last row."""

    facts: SourceFile
    lines: LineCount
    counter: SourceCounter
    odd_width_rows: int
    damage: str | None


@dataclass(frozen=True)
class CountedRun:
    """All sources after their last row. ``stretches``: (source, number in it) by global stretch number."""

    tally: Tally
    results: list[SourceResult]
    stretches: list[tuple[int, int]]


def cubes_of(
    run: CountedRun, log: RejectLog, options: IngestOptions, duplicates: Sequence[SourceFile] = ()
) -> Cubes:
    """Everything counted, as Cubes. Raises NoRowsError where no row counts as a sample."""
    tally, results = run.tally, run.results
    groups = tuple(tally.groups)
    harness = np.array([tally.labels.texts[g.label].startswith(HARNESS_PREFIX) for g in groups], dtype=bool)
    kinds, notes = _kinds_used(groups, tally, options.samples)
    of_kind = np.array([g.kind in kinds for g in groups], dtype=bool)
    account = _account(run, of_kind & ~harness, harness & of_kind, kinds, log)
    if not account.used and not (harness & of_kind).any():
        raise NoRowsError(_no_rows_sentence(results, account))
    merged = merge_stretches(results, run.stretches)
    label_map, label_texts, merged_labels = _label_map(tally, groups, of_kind & ~harness, options.max_labels)
    selection = frames.Selection(
        tally,
        groups,
        of_kind & ~harness,
        label_map,
        label_texts,
        merged.segment_of_stretch,
        np.array([start for start, _, _ in merged.spans], dtype=np.int64),
    )
    outcomes = frames.outcome_frame(_with_harness(selection, of_kind))
    convention, reason, convention_notes = _convention(results)
    values = frames.value_frame(selection)
    return Cubes(
        account=account,
        sources=(*(r.facts for r in results), *duplicates),
        segments=_segments(merged.spans, selection),
        timestamp_convention=convention,
        convention_reason=reason,
        slice_ms=tally.values.slice_ms,
        values=values,
        series=frames.series_frame(selection),
        threads=frames.thread_frame(selection, kinds),
        outcomes=outcomes,
        active=frames.active_frame(selection),
        received=frames.received_frame(selection),
        clients=frames.client_frame(selection),
        weighted=frames.weighted_frame(selection),
        end_to_end=frames.end_to_end_frame(selection),
        lives=frames.life_frame(selection),
        harness_failures=_rows(tally, harness),
        negative_end_to_end=tally.negative_latencies,
        merged_labels=merged_labels,
        notes=(
            *notes,
            *convention_notes,
            *merged.notes,
            *_duplicate_notes(results, duplicates),
            *_notes(tally, results),
        ),
        series_step_s=tally.series.slice_ms // 1000,
    )


def _kinds_used(
    groups: tuple[Group, ...], tally: Tally, samples: Samples
) -> tuple[tuple[int, ...], list[str]]:
    present = {group.kind for group in groups}
    if samples == "all":
        return (SAMPLE, TRANSACTION, SUB_RESULT), []
    if samples == "parent" and TRANSACTION in present:
        return (TRANSACTION,), []
    if samples == "leaf" and SAMPLE not in present and TRANSACTION in present:
        return (TRANSACTION,), ["The file holds transaction rows only, so these are counted as samples."]
    return (SAMPLE,), []


def _account(
    run: CountedRun, used: Bools, harness: Bools, kinds: tuple[int, ...], log: RejectLog
) -> RowAccount:
    tally, groups = run.tally, tuple(run.tally.groups)
    lines = sum((r.lines for r in run.results), LineCount())
    left_out: Counter[int] = Counter()
    for number, group in enumerate(groups):
        if group.kind not in kinds:
            left_out[group.kind] += tally.totals[number].rows
    account = RowAccount(
        read=lines.rows,
        used=_rows(tally, used),
        transaction=left_out[TRANSACTION],
        sub_result=left_out[SUB_RESULT],
        excluded=left_out[SAMPLE] + _rows(tally, harness),
        quarantined=log.total,
        physical_lines=lines.physical,
        header_lines=lines.header,
        blank_lines=lines.blank,
        continuation_lines=lines.continuation,
        quarantine_reasons=tuple(sorted(log.reasons.items())),
    )
    _prove(account, lines)
    return account


def _prove(account: RowAccount, lines: LineCount) -> None:
    """Raises AssertionError unless every line and every row is accounted for exactly once."""
    lines.check()
    parts = account.used + account.transaction + account.sub_result + account.excluded + account.quarantined
    if account.read != parts:
        raise AssertionError(f"{account.read} rows read but {parts} accounted for")


def _rows(tally: Tally, chosen: Bools) -> int:
    return sum(tally.totals[n].rows for n in np.flatnonzero(chosen).tolist())


def _no_rows_sentence(results: list[SourceResult], account: RowAccount) -> str:
    paths = ", ".join(r.facts.path for r in results)
    damage = next((r.damage for r in results if r.damage), None)
    if damage:
        return damage
    if account.quarantined:
        return f"{paths}: none of the {account.read} rows can be read ({account.quarantine_reasons[0][0]})"
    return f"{paths}: a result file without any sample row"


def _label_map(
    tally: Tally, groups: tuple[Group, ...], used: Bools, most: int
) -> tuple[Int64s, tuple[str, ...], int]:
    """Result label of each label code, the result labels, and how many labels were merged away."""
    rows: Counter[int] = Counter()
    for number, group in enumerate(groups):
        if used[number]:
            rows[group.label] += tally.totals[number].rows
    texts = tally.labels.texts
    if len(rows) <= most and not tally.labels.overflowed:
        return np.arange(len(texts), dtype=np.int64), tuple(texts), 0
    other = tally.labels.code(OTHER_LABELS)
    kept = {label for label, _ in rows.most_common(most) if label != other} | {other}
    order = sorted(kept)
    place = {label: n for n, label in enumerate(order)}
    mapped = np.array([place.get(n, place[other]) for n in range(len(texts))], dtype=np.int64)
    merged = len(rows) - len(kept & set(rows)) + len(tally.labels.overflowed)
    return mapped, tuple(texts[n] for n in order), merged


def _with_harness(selection: frames.Selection, of_kind: Bools) -> frames.Selection:
    return frames.Selection(
        selection.tally,
        selection.groups,
        of_kind,
        selection.label_map,
        selection.label_texts,
        selection.segment_of_stretch,
        selection.segment_starts_ms,
    )


def _segments(spans: list[tuple[int, int, str]], selection: frames.Selection) -> tuple[SegmentSpan, ...]:
    samples = np.zeros(len(spans), dtype=np.int64)
    for number, group in enumerate(selection.groups):
        if selection.chosen[number]:
            segment = selection.segment_of_stretch[group.stretch]
            samples[segment] += selection.tally.totals[number].samples
    return tuple(
        SegmentSpan(n, start, end, int(samples[n]), source) for n, (start, end, source) in enumerate(spans)
    )


def _convention(results: list[SourceResult]) -> tuple[TimestampConvention, str, list[str]]:
    findings = [(r.facts.path, r.counter.finding) for r in results if r.counter.finding is not None]
    first = findings[0][1]
    differing = [
        f"{path}: time stamps are {f.convention}s ({f.reason})"
        for path, f in findings
        if f.convention != first.convention
    ]
    return first.convention, first.reason, differing


def _duplicate_notes(results: list[SourceResult], duplicates: Sequence[SourceFile]) -> list[str]:
    first = {result.facts.sha256: result.facts.path for result in results}
    return [
        f"{copy.path} holds the same bytes as {first.get(copy.sha256, 'another file')} and is not counted."
        for copy in duplicates
    ]


def _notes(tally: Tally, results: list[SourceResult]) -> list[str]:
    notes = [r.damage for r in results if r.damage]
    notes += [
        f"{r.facts.path}: {r.odd_width_rows} rows are wider or narrower than the header."
        for r in results
        if r.odd_width_rows
    ]
    if tally.clients.overflowed:
        notes.append(f"{len(tally.clients.overflowed)} further clients are not in the per-client table.")
    if tally.threads.overflowed:
        notes.append(f"{len(tally.threads.overflowed)} further threads are counted together.")
    if tally.summed_rows:
        notes.append(
            f"{tally.summed_rows} rows sum several samples (SampleCount): they state no percentiles and no "
            "message, so a transaction controller's sum among them is counted as samples."
        )
    if tally.unreadable_histograms:
        notes.append(f"{tally.unreadable_histograms} end-to-end histograms can't be read and are left out.")
    return notes
