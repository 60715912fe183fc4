"""Departures from the plan that the data itself shows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ackgate.model.cubes import RowAccount
from ackgate.model.manifest import RunManifest
from ackgate.model.statistics import Backlog, Connect, DataQuality, Delivery, Deviation, Load, SteadyWindow
from ackgate.stats.context import Context
from ackgate.stats.criteria import DataLimits
from ackgate.stats.load import KEPT_SHARE, Shortfall

#: Above this share of quarantined rows the data carries no verdict.
QUARANTINED_SHARE = 0.001
#: Above this the load generator may itself be the limit.
GENERATOR_CPU_PERCENT = 80.0


@dataclass(frozen=True)
class Findings:
    """Figures that deviations are read from."""

    window: SteadyWindow
    connect: Connect | None
    delivery: Delivery | None
    backlog: Backlog
    load: list[Load]
    shortfalls: list[Shortfall]
    quality: DataQuality


def data_limits(context: Context, shortfalls: list[Shortfall]) -> DataLimits:
    """Why the data cannot carry a PASS, one sentence each."""
    account, reasons = context.cubes.account, []
    if account.read and account.quarantined / account.read > QUARANTINED_SHARE:
        share = account.quarantined / account.read
        reasons.append(
            f"{account.quarantined} of {account.read} rows ({share:.2%}) are quarantined, over 0.1 %"
        )
    if context.cubes.harness_failures:
        reasons.append(
            f"{context.cubes.harness_failures} rows are failures of the test itself (ERROR: labels)"
        )
    capacity = tuple(
        f"{one.label} kept {one.kept_share:.1%} of its schedule "
        f"({one.achieved_per_s:.4g} of {one.intended_per_s:.4g}/s), below {KEPT_SHARE:.0%}"
        for one in shortfalls
    )
    return DataLimits(tuple(reasons), capacity)


def find_deviations(context: Context, found: Findings) -> list[Deviation]:
    """All deviations, in a fixed order; ids are stable."""
    parts = (_of_plan(context, found), _of_data(context, found), _of_generator(context))
    return [Deviation(id=name, text=text) for part in parts for name, text in part]


def _of_plan(context: Context, found: Findings) -> Iterator[tuple[str, str]]:
    manifest, window = context.manifest, found.window
    if window.steady_start is not None and window.cut_samples:
        yield (
            "warm-up-cut",
            (
                f"{window.cut_samples} samples outside {window.steady_start} to {window.steady_end} "
                f"are not in steady figures ({window.rule})"
            ),
        )
    for one in found.shortfalls:
        yield (
            f"rate-below-plan.{one.label}",
            (
                f"{one.label}: {one.achieved_per_s:.4g}/s started, {one.intended_per_s:.4g}/s planned "
                f"({one.kept_share:.1%})"
            ),
        )
    if manifest is not None:
        yield from _of_manifest(context, manifest)
    if found.connect is not None and found.connect.reconnects:
        yield "reconnects", f"{found.connect.reconnects} reconnect attempts"
    if found.delivery is not None and found.delivery.late_acks:
        yield "late-acknowledgements", f"{found.delivery.late_acks} acknowledgements came after their limit"
    for at_s in found.backlog.counter_resets_s:
        yield (
            f"counter-reset.{at_s:g}",
            f"a broker counter fell at {at_s:g} s: the broker restarted or was reset",
        )


def _of_manifest(context: Context, manifest: RunManifest) -> Iterator[tuple[str, str]]:
    if manifest.interrupted:
        yield "interrupted", "the run was interrupted before its planned end"
    if manifest.jmeter_exit_code not in (None, 0):
        yield "jmeter-exit", f"JMeter ended with exit code {manifest.jmeter_exit_code}"
    duration_s = (context.timeline.end_ms - context.timeline.start_ms) / 1000
    if manifest.duration_s and duration_s < 0.95 * manifest.duration_s:
        yield "shorter-than-planned", f"{duration_s:.1f} s of {manifest.duration_s:g} s planned"
    yield from _ramp(context, manifest)


def _ramp(context: Context, manifest: RunManifest) -> Iterator[tuple[str, str]]:
    """Devices that never connected, and a ramp-up longer than planned."""
    if manifest.threads is None:
        return
    rows = context.cubes.series
    connects = rows[(rows["operation"] == "connect") & rows["success"].astype(bool)]
    planned = manifest.threads + sum(group.count for group in manifest.subscribers)
    per_second = connects.groupby("second", sort=True)["count"].sum()
    connected = int(per_second.sum())
    if connected < planned:
        yield "not-all-connected", f"{connected} of {planned} planned clients connected"
        return
    if manifest.ramp_up_s is None:
        return
    base_ms = manifest.test_started_ms or manifest.started_ms or context.timeline.start_ms
    reached = per_second.index[np.cumsum(per_second.to_numpy()) >= planned]
    took_s = int(reached[0]) + 1 - base_ms / 1000
    if took_s > 1.1 * manifest.ramp_up_s + 2:
        yield (
            "ramp-up-longer",
            f"all clients were connected after {took_s:.0f} s, planned {manifest.ramp_up_s:g} s",
        )


def _of_data(context: Context, found: Findings) -> Iterator[tuple[str, str]]:
    account: RowAccount = context.cubes.account
    if account.quarantined:
        reasons = ", ".join(f"{name} {n}" for name, n in account.quarantine_reasons)
        yield "quarantined-rows", f"{account.quarantined} of {account.read} rows are quarantined ({reasons})"
    if context.cubes.harness_failures:
        yield "harness-failures", f"{context.cubes.harness_failures} rows say that the test itself failed"
    if len(context.cubes.segments) > len(context.cubes.sources):
        yield "several-runs", f"{len(context.cubes.segments)} runs in {len(context.cubes.sources)} files"
    if found.quality.silent_threads_total:
        yield (
            "silent-threads",
            f"{found.quality.silent_threads_total} threads fell silent long before the end",
        )
    for text in found.quality.duplicates:
        yield "duplicate-files", f"files of equal content are both counted: {text}"
    missing = sorted({name for source in context.cubes.sources for name in source.missing_columns})
    if missing:
        yield "missing-columns", f"columns absent from the data: {', '.join(missing)}"


def _of_generator(context: Context) -> Iterator[tuple[str, str]]:
    host, timeline = context.measurement.host, context.timeline
    if host is None or host.empty:
        return
    time_ms = host["time_ms"].to_numpy(dtype=np.int64)
    inside = (time_ms >= (timeline.steady_start_ms or timeline.start_ms)) & (
        time_ms <= (timeline.steady_end_ms or timeline.end_ms)
    )
    busy = host["system_cpu_percent"].to_numpy(dtype=np.float64)[inside]
    busy = busy[~np.isnan(busy)]
    if busy.size and float(np.median(busy)) > GENERATOR_CPU_PERCENT:
        yield (
            "generator-busy",
            (
                f"the load generator's CPU was {float(np.median(busy)):.0f} % busy (steady window's median): "
                "its own delay may be in the figures"
            ),
        )
