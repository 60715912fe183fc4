"""What a reader needs to judge the data itself."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pandas as pd

from ackgate.model.cubes import Cubes, SegmentSpan
from ackgate.model.statistics import DataQuality, Operation, SilentThread
from ackgate.stats.context import Context
from ackgate.stats.timeline import Timeline, iso_utc

MAX_SILENT_SHOWN = 50
SILENT_AFTER_S = 10.0
SILENT_SHARE = 0.05
SILENT_GAPS = 5
#: JMeter's dashboard keeps this many samples of a label for its percentiles (DescriptiveStatistics window).
DASHBOARD_WINDOW = 20_000


def data_quality(context: Context, operations: list[Operation]) -> DataQuality:
    """Conventions, duplicates, overlaps, clock, silent threads and notes."""
    cubes = context.cubes
    shown, total = silent_threads(cubes.threads, context.timeline, _publishing_end_ms(context))
    return DataQuality(
        timestamp_convention=cubes.timestamp_convention,
        convention_reason=cubes.convention_reason,
        percentile_method=context.method,
        dashboard_difference=dashboard_difference(operations, context.method),
        duplicates=_duplicates(cubes),
        overlaps=_overlaps(cubes.segments),
        clock=_clock(context),
        silent_threads=shown,
        silent_threads_total=total,
        harness_failures=cubes.harness_failures,
        merged_labels=cubes.merged_labels,
        notes=list(cubes.notes),
    )


def _publishing_end_ms(context: Context) -> int:
    return context.timeline.steady_end_ms or context.timeline.end_ms


def silent_threads(
    threads: pd.DataFrame, timeline: Timeline, until_ms: int
) -> tuple[list[SilentThread], int]:
    """Threads whose last row lies long before ``until_ms``, longest silence first, and how many there are.

    Long: over 10 s, over 5 % of the run and over five of the thread's own mean gaps between rows.
    """
    if threads.empty:
        return [], 0
    first, last = (threads[name].to_numpy(dtype=np.float64) for name in ("first_start_ms", "last_end_ms"))
    gap_ms = (last - first) / np.maximum(1, threads["samples"].to_numpy(dtype=np.float64) - 1)
    least_ms = 1000 * max(SILENT_AFTER_S, SILENT_SHARE * timeline.duration_s)
    silent_ms = until_ms - last
    found = threads[silent_ms > np.maximum(least_ms, SILENT_GAPS * gap_ms)]
    ordered = found.sort_values(["last_end_ms", "host", "thread"], kind="stable").head(MAX_SILENT_SHOWN)
    shown = [
        SilentThread(
            thread=str(thread),
            host=str(host),
            last_s=timeline.at_s(int(last_ms)),
            silent_s=round((until_ms - int(last_ms)) / 1000, 3),
        )
        for thread, host, last_ms in ordered[["thread", "host", "last_end_ms"]].itertuples(
            index=False, name=None
        )
    ]
    return shown, len(found)


def _duplicates(cubes: Cubes) -> list[str]:
    """Sources of equal content, named together."""
    seen = Counter(source.sha256 for source in cubes.sources)
    groups = {sha: [one.path for one in cubes.sources if one.sha256 == sha] for sha in seen if seen[sha] > 1}
    return sorted(" = ".join(paths) for paths in groups.values())


def _overlaps(segments: tuple[SegmentSpan, ...]) -> list[str]:
    """Segments of different sources that share time: several injectors, or one run counted twice."""
    ordered = sorted(segments, key=lambda one: (one.start_ms, one.index))
    return [
        f"{a.source} and {b.source} overlap from {iso_utc(b.start_ms)} to {iso_utc(min(a.end_ms, b.end_ms))}"
        for a, b in pairwise(ordered)
        if a.source != b.source and b.start_ms < a.end_ms
    ]


def _clock(context: Context) -> str:
    """Skew by what rows state and, for messages whose rows are lost, by the sampler's own total."""
    manifest = context.manifest
    recorded = manifest.negative_latencies if manifest is not None else None
    negative = max(context.cubes.negative_end_to_end, recorded or 0)
    if negative:
        return (
            f"{negative} end-to-end latencies are negative: publisher and subscriber clocks "
            "differ; end-to-end figures leave them out"
        )
    if context.cubes.end_to_end.empty:
        return "not known: no end-to-end latency was measured"
    return "no sign of skew: no end-to-end latency is negative"


def dashboard_difference(operations: list[Operation], method: str) -> str | None:
    """Why JMeter's own statistics.json shows other percentiles; None without one or without a difference."""
    given = [one for one in operations if one.dashboard_ms is not None]
    other = [one for one in given if _differs(one)]
    if not other:
        return None
    worst = max(other, key=_distance_ms)
    theirs = (worst.dashboard_ms or {}).get("99")
    reasons = "its table computes percentiles from the last 20,000 samples of a label only"
    if all(one.samples - one.errors <= DASHBOARD_WINDOW for one in other) and method == "nearest_rank":
        reasons = (
            "it interpolates between samples and counts failed samples, where a nearest rank is observed"
        )
    return (
        f"JMeter's dashboard shows other percentiles for {len(other)} of {len(given)} labels; largest: "
        f"{worst.label} P99 {_shown(theirs)} there, {_shown(worst.percentiles_ms['99'])} here. "
        f"Why: {reasons}."
    )


def _shown(value_ms: float | None) -> str:
    return "not known" if value_ms is None else f"{value_ms:g} ms"


def _distance_ms(operation: Operation) -> float:
    theirs, ours = operation.dashboard_ms or {}, operation.percentiles_ms
    pairs = ((theirs.get(rank), ours.get(rank)) for rank in ("90", "95", "99"))
    return max((abs(a - b) for a, b in pairs if a is not None and b is not None), default=0.0)


def _differs(operation: Operation) -> bool:
    return _distance_ms(operation) >= 1.0
