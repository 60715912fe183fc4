"""The steady window: after ramp-up, warm-up and start-up transient, before the publishers stop."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ackgate.model.cubes import Cubes
from ackgate.model.manifest import RunManifest
from ackgate.stats.per_second import mean_ms_per_second, seconds_of
from ackgate.stats.table import ValueTable
from ackgate.stats.timeline import Timeline, whole_run

MSER_BATCH = 5
#: With fewer batches the truncation point is mostly noise.
MSER_MIN_BATCHES = 20


@dataclass(frozen=True)
class _Cut:
    """A proposed start of the steady window (epoch ms) and why."""

    start_ms: int
    rule: str


def mser5(series: npt.ArrayLike) -> int | None:
    """Points to cut from the front by MSER-5 (White 1997; White, Cobb and Spratt 2000).

    ``series`` has shape (n,), equally spaced. Batches of five are averaged; the cut minimises the squared
    standard error of the remaining batches' mean over the first half. None below 20 batches, or where the
    minimum lies at the very half: then no steady state shows.
    """
    data = np.asarray(series, dtype=np.float64)
    batches = data.size // MSER_BATCH
    if batches < MSER_MIN_BATCHES:
        return None
    means = data[: batches * MSER_BATCH].reshape(batches, MSER_BATCH).mean(axis=1)
    left = batches - np.arange(batches)
    tail_sum = np.cumsum(means[::-1])[::-1]
    tail_square = np.cumsum((means**2)[::-1])[::-1]
    error = (tail_square - tail_sum**2 / left) / left.astype(np.float64) ** 2
    half = batches // 2
    best = int(np.argmin(error[: half + 1]))
    return None if best == half else best * MSER_BATCH


def _all_connected_ms(cubes: Cubes, manifest: RunManifest) -> int | None:
    """End of the second in which the planned number of devices had connected; None if they never did."""
    if manifest.threads is None:
        return None
    rows = cubes.series
    connects = rows[(rows["operation"] == "connect") & rows["success"].astype(bool)]
    if connects.empty:
        return None
    per_second = connects.groupby("second", sort=True)["count"].sum()
    planned = manifest.threads + sum(group.count for group in manifest.subscribers)
    reached = per_second.index[per_second.cumsum().to_numpy() >= planned]
    return (int(reached[0]) + cubes.series_step_s) * 1000 if len(reached) else None


def _plan_cut(cubes: Cubes, manifest: RunManifest, base_ms: int) -> _Cut | None:
    if manifest.ramp_up_s is None and manifest.warm_up_s is None:
        return None
    ramp_end_ms = base_ms + round((manifest.ramp_up_s or 0) * 1000)
    connected_ms = _all_connected_ms(cubes, manifest)
    warm_up_s = manifest.warm_up_s or 0
    if connected_ms is not None and connected_ms > ramp_end_ms + 1000:
        return _Cut(connected_ms + round(warm_up_s * 1000), f"all connected + {warm_up_s:g} s warm-up")
    ramp = f"ramp-up {manifest.ramp_up_s or 0:g} s + {warm_up_s:g} s warm-up"
    return _Cut(ramp_end_ms + round(warm_up_s * 1000), ramp)


def _phase_span(table: ValueTable, slice_ms: int) -> tuple[int, int] | None:
    """First and last moment (epoch ms) of rows marked steady; None where no row is."""
    steady = table.slice_start_ms[table.phase.are(("steady",))]
    return None if steady.size == 0 else (int(steady.min()), int(steady.max()) + slice_ms)


def _mser_cut(cubes: Cubes, from_ms: int, until_ms: int) -> _Cut | None:
    publishes = mean_ms_per_second(cubes.series, "publish")
    series = publishes if publishes.size else mean_ms_per_second(cubes.series, None)
    second = series.index.to_numpy(dtype=np.int64)
    inside = (second * 1000 >= from_ms) & ((second + cubes.series_step_s) * 1000 <= until_ms)
    cut = mser5(series.to_numpy(dtype=np.float64)[inside])
    if cut is None:
        return None
    return _Cut(int(second[inside][cut]) * 1000, "start-up transient cut by MSER-5")


def _publishing_end_ms(cubes: Cubes, manifest: RunManifest | None, base_ms: int, end_ms: int) -> int:
    """When the publishers stopped: as planned, or with the last publish where that came earlier."""
    published = seconds_of(cubes.series, "publish")
    last_ms = (
        end_ms if published.size == 0 else min(end_ms, (int(published.max()) + cubes.series_step_s) * 1000)
    )
    if manifest is None or manifest.duration_s is None:
        return last_ms
    return min(last_ms, base_ms + round(manifest.duration_s * 1000))


def _inward(start_ms: int, end_ms: int, step_ms: int) -> tuple[int, int]:
    return -(-start_ms // step_ms) * step_ms, end_ms // step_ms * step_ms


def find_timeline(cubes: Cubes, manifest: RunManifest | None, elapsed: ValueTable) -> Timeline:
    """Steady window = [max(end of ramp-up, all connected) + warm-up or the MSER-5 cut, publishers' end].

    Edges lie on time slices of the cube (on seconds where rows carry their phase), rounded inwards.
    """
    start_ms, end_ms, duration_s = whole_run(cubes)
    base_ms = start_ms
    if manifest is not None:
        base_ms = manifest.test_started_ms or manifest.started_ms or start_ms
    until_ms = _publishing_end_ms(cubes, manifest, base_ms, end_ms)
    phase = _phase_span(elapsed, cubes.slice_ms)
    none = Timeline(
        start_ms,
        end_ms,
        duration_s,
        cubes.slice_ms,
        None,
        None,
        phase is not None,
        False,
        "",
        cubes.series_step_s,
    )
    planned = None if manifest is None else _plan_cut(cubes, manifest, base_ms)
    if planned is None and phase is not None:
        planned, until_ms = _Cut(phase[0], "rows marked steady"), min(until_ms, phase[1])
    ramp_ms = base_ms if manifest is None else base_ms + round((manifest.ramp_up_s or 0) * 1000)
    mser = _mser_cut(cubes, ramp_ms, until_ms) if len(cubes.segments) == 1 else None
    cuts = [cut for cut in (planned, mser) if cut is not None]
    if not cuts:
        several = len(cubes.segments) > 1
        reason = "several runs, no one steady window" if several else "no plan, and too short for MSER-5"
        return replace(none, rule=f"none: {reason}")
    cut = max(cuts, key=lambda one: one.start_ms)
    by_phase = phase is not None and abs(cut.start_ms - phase[0]) <= cubes.slice_ms + 1000
    steady = _inward(cut.start_ms, until_ms, 1000 if by_phase else cubes.slice_ms)
    if steady[1] <= steady[0]:
        return replace(none, rule=f"none: {cut.rule} leaves nothing before the end")
    return replace(none, steady_start_ms=steady[0], steady_end_ms=steady[1], by_phase=by_phase, rule=cut.rule)
