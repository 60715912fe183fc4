"""A CSV file that gains a measured row each second."""

import csv
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

_PERIOD_S = 1.0


class PeriodicFile:
    """Writes between entry and exit; stops by itself when the measured process is gone.

    ``measure`` gives one row in the order of ``columns``, and raises psutil.Error when the process is gone.
    """

    def __init__(
        self, path: Path, columns: tuple[str, ...], measure: Callable[[], tuple[float, ...]]
    ) -> None:
        self._path = path
        self._columns = columns
        self._measure = measure
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=path.stem, daemon=True)

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
            writer.writerow(self._columns)
            try:
                self._measure()  # the first CPU figures have no interval to refer to
                next_at_s = time.monotonic() + _PERIOD_S
                while not self._stop.wait(max(0.0, next_at_s - time.monotonic())):
                    next_at_s += _PERIOD_S
                    writer.writerow(self._measure())
                    stream.flush()
            except psutil.Error:
                return
