"""host.csv: what the load generator itself used, one row per second."""

import csv
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from ackgate.model.measurement import HOST_COLUMNS
from ackgate.run.gc_log import GcLog

_PERIOD_S = 1.0


class HostSampler:
    """Samples JMeter's process between entry and exit; stops by itself when the process is gone."""

    def __init__(self, path: Path, pid: int, gc_log: Path) -> None:
        self._path = path
        self._process = psutil.Process(pid)
        self._gc = GcLog(gc_log)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="host-sampler", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        with self._path.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(HOST_COLUMNS)
            try:
                self._measure()  # the first CPU figures have no interval to refer to
                next_at_s = time.monotonic() + _PERIOD_S
                while not self._stop.wait(max(0.0, next_at_s - time.monotonic())):
                    next_at_s += _PERIOD_S
                    writer.writerow(self._measure())
                    stream.flush()
            except psutil.Error:
                return

    def _measure(self) -> tuple[int, float, int, float, float]:
        return (
            time.time_ns() // 1_000_000,
            self._process.cpu_percent(),
            self._process.memory_info().rss,
            round(self._gc.pause_ms(), 3),
            psutil.cpu_percent(),
        )
