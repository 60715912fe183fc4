"""broker.csv: the broker's cumulative counters while a run goes on."""

import csv
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

from ackgate.broker.counters import CounterPoller, CounterReading, HttpPoller, SysTopicPoller
from ackgate.model.measurement import BROKER_COLUMNS
from ackgate.run.request import BrokerTarget


class CounterFile:
    """Appends readings; the file comes to be with the first one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self.rows = 0

    def append(self, reading: CounterReading) -> None:
        """Write one reading through to the file."""
        with self._lock, self._path.open("a", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            if self.rows == 0:
                writer.writerow(BROKER_COLUMNS)
            writer.writerow(astuple(reading))
            self.rows += 1


@contextmanager
def recorded_counters(target: BrokerTarget, path: Path) -> Iterator[CounterFile]:
    """Poll the target's counters into ``path`` as long as the block runs."""
    file = CounterFile(path)
    poller = _poller(target, file)
    if poller is None:
        yield file
        return
    with poller:
        yield file


def _poller(target: BrokerTarget, file: CounterFile) -> CounterPoller | None:
    if target.metrics_url is not None:
        return HttpPoller(target.metrics_url, file.append)
    if target.login is not None:
        return SysTopicPoller(target.login, file.append)
    return None
