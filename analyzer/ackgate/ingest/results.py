"""The end of counting: rows selected, segments merged over sources, accounting proven, frames made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ackgate.ingest import frames
from ackgate.ingest.batch import Bools, LineCount
from ackgate.ingest.convention import Finding
from ackgate.ingest.label_names import label_names
from ackgate.ingest.merging import merge_stretches
from ackgate.ingest.options import IngestOptions, NoRowsError, Samples
from ackgate.ingest.rejects import RejectLog
from ackgate.ingest.row_kinds import SAMPLE, SUB_RESULT, TRANSACTION
from ackgate.ingest.source_counter import HARNESS_PREFIX, SourceCounter
from ackgate.ingest.tally import Group, Tally
from ackgate.model.cubes import Cubes, RowAccount, SegmentSpan, SourceFile


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


@dataclass(frozen=True)
class _Chosen:
    """Which groups count. ``used``: as samples; ``harness``: the harness's own failures of the same kinds."""

    groups: tuple[Group, ...]
    used: Bools
    harness: Bools
    kinds: tuple[int, ...]
    notes: tuple[str, ...]


def cubes_of(
    run: CountedRun, log: RejectLog, options: IngestOptions, duplicates: Sequence[SourceFile] = ()
) -> Cubes:
    """Everything counted, as Cubes. Raises NoRowsError where no row counts as a sample."""
    chosen = _chosen(run.tally, options.samples)
    account = _account(run, chosen, log)
    if not account.used and not chosen.harness.any():
        raise NoRowsError(_no_rows_sentence(run.results, account))
    merged = merge_stretches(run.results, run.stretches)
    labels = label_names(run.tally, chosen.groups, chosen.used, options.max_labels)
    selection = frames.Selection(
        run.tally,
        chosen.groups,
        chosen.used,
        labels.name_of_code,
        labels.names,
        merged.segment_of_stretch,
        np.array([start for start, _, _ in merged.spans], dtype=np.int64),
    )
    notes = (
        *chosen.notes,
        *_convention_notes(run.results),
        *merged.notes,
        *_duplicate_notes(run.results, duplicates),
        *labels.notes,
        *_notes(run.tally, run.results),
    )
    sources = (*(result.facts for result in run.results), *duplicates)
    spans = _segments(merged.spans, selection)
    return _assembled(run, chosen, selection, _Facts(account, sources, spans, labels.merged, notes))


@dataclass(frozen=True)
class _Facts:
    """What stands beside the frames."""

    account: RowAccount
    sources: tuple[SourceFile, ...]
    segments: tuple[SegmentSpan, ...]
    merged_labels: int
    notes: tuple[str, ...]


def _assembled(run: CountedRun, chosen: _Chosen, selection: frames.Selection, facts: _Facts) -> Cubes:
    tally, finding = run.tally, _findings(run.results)[0][1]
    values = frames.value_frame(selection)  # first: making it may widen the slices
    return Cubes(
        account=facts.account,
        sources=facts.sources,
        segments=facts.segments,
        timestamp_convention=finding.convention,
        convention_reason=finding.reason,
        slice_ms=tally.values.slice_ms,
        values=values,
        series=frames.series_frame(selection),
        threads=frames.thread_frame(selection, chosen.kinds),
        outcomes=frames.outcome_frame(replace(selection, chosen=chosen.used | chosen.harness)),
        active=frames.active_frame(selection),
        received=frames.received_frame(selection),
        clients=frames.client_frame(selection),
        weighted=frames.weighted_frame(selection),
        end_to_end=frames.end_to_end_frame(selection),
        lives=frames.life_frame(selection),
        harness_failures=_rows(tally, chosen.harness),
        negative_end_to_end=tally.negative_latencies,
        merged_labels=facts.merged_labels,
        notes=facts.notes,
        series_step_s=tally.series.slice_ms // 1000,
    )


def _chosen(tally: Tally, samples: Samples) -> _Chosen:
    groups = tuple(tally.groups)
    kinds, notes = _kinds_used({group.kind for group in groups}, samples)
    of_kind = np.array([group.kind in kinds for group in groups], dtype=bool)
    harness = np.array([tally.labels.texts[g.label].startswith(HARNESS_PREFIX) for g in groups], dtype=bool)
    return _Chosen(groups, of_kind & ~harness, of_kind & harness, kinds, notes)


def _kinds_used(present: set[int], samples: Samples) -> tuple[tuple[int, ...], tuple[str, ...]]:
    if samples == "all":
        return (SAMPLE, TRANSACTION, SUB_RESULT), ()
    if samples == "parent" and TRANSACTION in present:
        return (TRANSACTION,), ()
    if samples == "leaf" and SAMPLE not in present and TRANSACTION in present:
        return (TRANSACTION,), ("The file holds transaction rows only, so these are counted as samples.",)
    return (SAMPLE,), ()


def _account(run: CountedRun, chosen: _Chosen, log: RejectLog) -> RowAccount:
    tally = run.tally
    lines = sum((r.lines for r in run.results), LineCount())
    left_out: Counter[int] = Counter()
    for number, group in enumerate(chosen.groups):
        if group.kind not in chosen.kinds:
            left_out[group.kind] += tally.totals[number].rows
    account = RowAccount(
        read=lines.rows,
        used=_rows(tally, chosen.used),
        transaction=left_out[TRANSACTION],
        sub_result=left_out[SUB_RESULT],
        excluded=left_out[SAMPLE] + _rows(tally, chosen.harness),
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


def _segments(spans: list[tuple[int, int, str]], selection: frames.Selection) -> tuple[SegmentSpan, ...]:
    samples = np.zeros(len(spans), dtype=np.int64)
    for number, group in enumerate(selection.groups):
        if selection.chosen[number]:
            segment = selection.segment_of_stretch[group.stretch]
            samples[segment] += selection.tally.totals[number].samples
    return tuple(
        SegmentSpan(n, start, end, int(samples[n]), source) for n, (start, end, source) in enumerate(spans)
    )


def _findings(results: list[SourceResult]) -> list[tuple[str, Finding]]:
    return [(r.facts.path, r.counter.finding) for r in results if r.counter.finding is not None]


def _convention_notes(results: list[SourceResult]) -> list[str]:
    findings = _findings(results)
    return [
        f"{path}: time stamps are {finding.convention}s ({finding.reason})"
        for path, finding in findings
        if finding.convention != findings[0][1].convention
    ]


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
