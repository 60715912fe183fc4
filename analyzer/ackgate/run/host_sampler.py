"""host.csv: what the load generator itself used, one row per second."""

import time
from pathlib import Path

import psutil

from ackgate.model.measurement import HOST_COLUMNS
from ackgate.run.gc_log import GcLog
from ackgate.run.periodic_file import PeriodicFile


def sampled_host(path: Path, pid: int, gc_log: Path) -> PeriodicFile:
    """Samples JMeter's process and this machine into ``path``. Raises psutil.Error when it is gone."""
    process, collections = psutil.Process(pid), GcLog(gc_log)

    def measure() -> tuple[float, ...]:
        return (
            time.time_ns() // 1_000_000,
            process.cpu_percent(),
            process.memory_info().rss,
            round(collections.pause_ms(), 3),
            psutil.cpu_percent(),
        )

    return PeriodicFile(path, HOST_COLUMNS, measure)
