"""Offered against achieved load, and the state of the load generator."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ackgate.model.delivery import GeneratorPoint, Load
from ackgate.model.manifest import StreamPlan
from ackgate.stats.context import Context
from ackgate.stats.timeline import Timeline

#: Below this share of its schedule the generator, not the broker, was measured.
KEPT_SHARE = 0.98
MAX_POINTS = 600


@dataclass(frozen=True)
class Shortfall:
    """A stream whose schedule was not kept: publishes started per second against the plan."""

    label: str
    intended_per_s: float
    achieved_per_s: float
    kept_share: float


def _started(context: Context, label: str) -> int:
    """Publishes of a stream started in the steady window, successful or not."""
    rows = context.cubes.series
    rows = rows[(rows["operation"] == "publish") & (rows["label"] == label)]
    inside = context.timeline.steady_seconds(rows["second"].to_numpy(dtype=np.int64))
    return int(rows["count"].to_numpy(dtype=np.int64)[inside].sum())


def _steady_whole_seconds(timeline: Timeline) -> int:
    """Seconds of the series' bins that lie wholly in the steady window."""
    if timeline.steady_start_ms is None or timeline.steady_end_ms is None:
        return 0
    step_ms = timeline.series_step_s * 1000
    bins = timeline.steady_end_ms // step_ms - -(-timeline.steady_start_ms // step_ms)
    return max(0, bins) * timeline.series_step_s


def load_statistics(context: Context) -> list[Load]:
    """Each planned stream in the steady window; empty without a plan or a window."""
    seconds = _steady_whole_seconds(context.timeline)
    if context.manifest is None or seconds == 0:
        return []
    found = []
    for stream in context.manifest.streams:
        achieved = _started(context, stream.label) / seconds
        kept = achieved / stream.intended_rate_per_s if stream.intended_rate_per_s > 0 else 1.0
        found.append(
            Load(
                label=stream.label,
                intended_per_s=round(stream.intended_rate_per_s, 6),
                achieved_per_s=round(achieved, 6),
                kept_share=round(kept, 6),
            )
        )
    return found


def _chance_of_phase(stream: StreamPlan, seconds: int) -> float:
    """Twice the standard deviation of planned publishes in a window, devices having independent phases.

    A device of interval 1/rate starts floor or ceil of rate * seconds publishes in it: a Bernoulli remainder.
    """
    if stream.rate_per_device_per_s <= 0:
        return 0.0
    devices = stream.intended_rate_per_s / stream.rate_per_device_per_s
    remainder = (stream.rate_per_device_per_s * seconds) % 1.0
    return 2 * math.sqrt(devices * remainder * (1 - remainder)) + 1


def schedule_shortfalls(context: Context, loads: list[Load]) -> list[Shortfall]:
    """Streams below 98 % of their schedule by more than the chance of their phases."""
    seconds = _steady_whole_seconds(context.timeline)
    plans = {stream.label: stream for stream in context.manifest.streams} if context.manifest else {}
    short = []
    for load in loads:
        spare = _chance_of_phase(plans[load.label], seconds) / seconds
        if load.achieved_per_s + spare < KEPT_SHARE * load.intended_per_s:
            short.append(Shortfall(load.label, load.intended_per_s, load.achieved_per_s, load.kept_share))
    return short


def generator_points(context: Context) -> list[GeneratorPoint]:
    """Threads and host figures per second, thinned evenly to at most 600 points."""
    threads = _threads_per_second(context.cubes.active)
    host = _host_per_second(context.measurement.host)
    seconds = np.union1d(threads.index.to_numpy(dtype=np.int64), host.index.to_numpy(dtype=np.int64))
    step = max(1, -(-seconds.size // MAX_POINTS))
    kept = seconds[::step]
    figures = host.reindex(kept)[HOST_FIGURES].to_numpy(dtype=np.float64).tolist()
    return [
        GeneratorPoint(
            at_s=context.timeline.at_s(int(second) * 1000),
            threads=_whole(active),
            jmeter_cpu_percent=_rounded(jmeter_percent),
            system_cpu_percent=_rounded(system_percent),
            jmeter_rss_bytes=_whole(rss_bytes),
            jmeter_gc_pause_ms=_rounded(pause_ms),
        )
        for second, active, (jmeter_percent, system_percent, rss_bytes, pause_ms) in zip(
            kept.tolist(), threads.reindex(kept).tolist(), figures, strict=True
        )
    ]


HOST_FIGURES = ["jmeter_cpu_percent", "system_cpu_percent", "jmeter_rss_bytes", "jmeter_gc_pause_ms"]


def _threads_per_second(active: pd.DataFrame) -> pd.Series:
    """Active threads of all hosts together, indexed by epoch second."""
    if active.empty:
        return pd.Series(dtype=np.float64)
    return active.groupby("second", sort=True)["threads"].sum().astype(np.float64)


def _host_per_second(host: pd.DataFrame | None) -> pd.DataFrame:
    if host is None or host.empty:
        return pd.DataFrame(columns=HOST_FIGURES, dtype=np.float64)
    second = (host["time_ms"].to_numpy(dtype=np.int64) // 1000).astype(np.int64)
    figures = host[HOST_FIGURES].astype(np.float64)
    return figures.groupby(second, sort=True).last()


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 3)


def _whole(value: float) -> int | None:
    return None if math.isnan(value) else int(value)
