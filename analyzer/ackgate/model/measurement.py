"""A run as read back from its folder, or a bare JTL: the input of stats."""

from dataclasses import dataclass

import pandas as pd

from ackgate.model.criteria import Criterion, CriterionSource
from ackgate.model.cubes import Cubes
from ackgate.model.manifest import RunManifest

BROKER_COLUMNS = ("time_ms", "publish_received", "publish_sent", "publish_dropped", "clients")  # cumulative
HOST_COLUMNS = (  # one row per second
    "time_ms",
    "jmeter_cpu_percent",  # 100 = one core
    "jmeter_rss_bytes",
    "jmeter_gc_pause_ms",  # summed over that second
    "system_cpu_percent",  # 100 = all cores
)

BROKER_HOST_COLUMNS = (  # the broker's process, one row per second
    "time_ms",
    "broker_cpu_percent",  # 100 = one core
    "broker_rss_bytes",
)


@dataclass(frozen=True)
class DashboardLabel:
    """One label of JMeter's own statistics.json, milliseconds."""

    label: str
    samples: int
    p90_ms: float
    p95_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Measurement:
    """Counted rows with what lay beside them; None where absent."""

    cubes: Cubes
    criteria: tuple[Criterion, ...]
    criteria_source: CriterionSource
    manifest: RunManifest | None = None
    broker: pd.DataFrame | None = None
    host: pd.DataFrame | None = None
    broker_host: pd.DataFrame | None = None
    dashboard: tuple[DashboardLabel, ...] = ()
