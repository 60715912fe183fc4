"""What the broker's own process used, where it ran on this machine."""

import pandas as pd

from ackgate.model.delivery import BrokerEffort
from ackgate.stats.timeline import Timeline


def broker_effort(broker_host: pd.DataFrame | None, timeline: Timeline) -> BrokerEffort | None:
    """Mean and largest CPU, largest memory; None without whole samples."""
    samples = broker_host.dropna() if broker_host is not None else None
    if samples is None or samples.empty:
        return None
    steady = _in_steady_window(samples, timeline)
    inside = samples if steady.empty else steady
    return BrokerEffort(
        n=len(inside),
        window="whole" if steady.empty else "steady",
        cpu_mean_percent=round(float(inside["broker_cpu_percent"].mean()), 3),
        cpu_max_percent=round(float(inside["broker_cpu_percent"].max()), 3),
        rss_max_bytes=int(inside["broker_rss_bytes"].max()),
    )


def _in_steady_window(samples: pd.DataFrame, timeline: Timeline) -> pd.DataFrame:
    """A sample's CPU is that of the second before it; none without a window."""
    if timeline.steady_start_ms is None or timeline.steady_end_ms is None:
        return samples[:0]
    begins_ms = samples["time_ms"] - 1000
    return samples[(begins_ms >= timeline.steady_start_ms) & (samples["time_ms"] <= timeline.steady_end_ms)]
