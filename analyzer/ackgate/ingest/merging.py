"""Stretches of several sources merged to segments; duplicate files and overlaps named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ackgate.ingest.batch import Int64s

if TYPE_CHECKING:
    from ackgate.ingest.results import SourceResult


@dataclass(frozen=True)
class Merged:
    """``spans``: (start ms, end ms, source paths) of each segment in time order."""

    segment_of_stretch: Int64s
    spans: list[tuple[int, int, str]]
    notes: list[str]


def merge_stretches(results: list[SourceResult], stretches: list[tuple[int, int]]) -> Merged:
    """Stretches of different sources that overlap in time are injectors of one run and share a segment."""
    runs = [results[source].counter.segmenter.stretches[number] for source, number in stretches]
    leader = list(range(len(stretches)))
    for a in range(len(stretches)):
        for b in range(a):
            if stretches[a][0] != stretches[b][0] and _overlap(runs[a], runs[b]):
                leader = [leader[b] if n == leader[a] else n for n in leader]
    members: dict[int, list[int]] = {}
    for n, lead in enumerate(leader):
        members.setdefault(lead, []).append(n)
    spans = []
    for group in members.values():
        paths = list(dict.fromkeys(results[stretches[n][0]].facts.path for n in group))
        spans.append(
            (
                min(runs[n].start_ms for n in group),
                max(runs[n].end_ms for n in group),
                ", ".join(paths),
                group,
            )
        )
    ordered = sorted(spans, key=lambda s: (min(s[3]) if len(results) == 1 else s[0], s[1]))
    segment = np.zeros(max(len(stretches), 1), dtype=np.int64)
    for number, (_, _, _, group) in enumerate(ordered):
        segment[group] = number
    notes = _overlaps_within(results)
    if len(members) < len(stretches):
        notes.append(f"{len(stretches)} stretches of {len(results)} files overlap in time and are merged.")
    return Merged(segment, [(start, end, paths) for start, end, paths, _ in ordered], notes)


def _overlap(a: object, b: object) -> bool:
    return bool(a.start_ms < b.end_ms and b.start_ms < a.end_ms)  # type: ignore[attr-defined]


def _overlaps_within(results: list[SourceResult]) -> list[str]:
    notes = []
    for result in results:
        runs = result.counter.segmenter.stretches
        for number, run in enumerate(runs):
            if any(_overlap(run, other) for other in runs[:number]):
                notes.append(
                    f"Overlap: run {number + 1} in {result.facts.path} covers the time of an earlier one."
                )
    return notes
