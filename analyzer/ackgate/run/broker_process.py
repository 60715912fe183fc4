"""broker_host.csv: what the broker's own process used, where that is a process of this machine."""

import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import psutil

from ackgate.model.measurement import BROKER_HOST_COLUMNS
from ackgate.model.workload_broker import DEFAULT_PORTS
from ackgate.run.periodic_file import PeriodicFile
from ackgate.run.request import BrokerTarget


@dataclass(frozen=True)
class BrokerProcess:
    """The process behind the broker's address, or why it can't be known."""

    pid: int | None = None
    name: str | None = None
    not_known: Literal["address", "remote", "hidden", "ended"] | None = None


def find_broker_process(target: BrokerTarget) -> BrokerProcess:
    """The embedded broker's process, or the one that listens on a loopback address's port."""
    if target.pid is not None:
        return _named(target.pid)
    if target.url is None:
        return BrokerProcess(not_known="address")
    address = urlsplit(target.url)
    if not _is_loopback(address.hostname or ""):
        return BrokerProcess(not_known="remote")
    pid = _listener(address.port or DEFAULT_PORTS.get(address.scheme, 1883))
    if pid is None:
        return BrokerProcess(not_known="hidden")
    return _named(pid)


@contextmanager
def sampled_broker(process: BrokerProcess, path: Path) -> Iterator[None]:
    """Samples the process into ``path`` as long as the block runs; without one, nothing is written."""
    if process.pid is None:
        yield
        return
    measured = psutil.Process(process.pid)

    def measure() -> tuple[float, ...]:
        return (time.time_ns() // 1_000_000, measured.cpu_percent(), measured.memory_info().rss)

    with PeriodicFile(path, BROKER_HOST_COLUMNS, measure):
        yield


def _named(pid: int) -> BrokerProcess:
    try:
        return BrokerProcess(pid, psutil.Process(pid).name())
    except psutil.Error:
        return BrokerProcess(not_known="ended")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listener(port: int) -> int | None:
    """The process listening on a TCP port of this machine; None where it can't be seen."""
    try:
        connections = psutil.net_connections("tcp")
    except psutil.Error:
        return None
    listening = (
        c for c in connections if c.status == psutil.CONN_LISTEN and c.laddr and c.laddr.port == port
    )
    return next((connection.pid for connection in listening if connection.pid is not None), None)
