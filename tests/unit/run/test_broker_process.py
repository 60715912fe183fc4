"""Which process is the broker, and what it uses."""

import csv
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from ackgate.broker.counters import BrokerLogin
from ackgate.model.measurement import BROKER_HOST_COLUMNS
from ackgate.run.broker_process import BrokerProcess, find_broker_process, sampled_broker
from ackgate.run.request import BrokerTarget


@pytest.fixture
def listening_port() -> Iterator[int]:
    """A port this process listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_who_listens_on_a_loopback_port_is_the_broker(listening_port: int, host: str) -> None:
    target = BrokerTarget("url", BrokerLogin(f"tcp://{host}:{listening_port}"))
    assert find_broker_process(target) == BrokerProcess(os.getpid(), psutil.Process().name())


def test_a_broker_elsewhere_is_not_known() -> None:
    target = BrokerTarget("url", BrokerLogin("ssl://broker.example:8883"))
    assert find_broker_process(target) == BrokerProcess(not_known="remote")


def test_the_broker_of_a_foreign_plan_is_not_known() -> None:
    assert find_broker_process(BrokerTarget("unknown")) == BrokerProcess(not_known="address")


def test_a_process_this_user_may_not_see_is_not_known(
    listening_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(_kind: str) -> list[object]:
        raise psutil.AccessDenied

    monkeypatch.setattr(psutil, "net_connections", denied)
    target = BrokerTarget("url", BrokerLogin(f"tcp://127.0.0.1:{listening_port}"))
    assert find_broker_process(target) == BrokerProcess(not_known="hidden")


def test_the_embedded_broker_is_known_by_its_pid() -> None:
    target = BrokerTarget("embedded", BrokerLogin("tcp://127.0.0.1:1"), pid=os.getpid())
    assert find_broker_process(target).pid == os.getpid()


def test_a_row_each_second_tells_cpu_and_memory(tmp_path: Path) -> None:
    path = tmp_path / "broker_host.csv"
    with sampled_broker(BrokerProcess(os.getpid(), "python"), path):
        time.sleep(2.3)
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert tuple(rows[0]) == BROKER_HOST_COLUMNS
    assert len(rows) == 2
    assert all(int(row["broker_rss_bytes"]) > 1_000_000 for row in rows)


def test_without_a_process_nothing_is_written(tmp_path: Path) -> None:
    with sampled_broker(BrokerProcess(not_known="remote"), tmp_path / "broker_host.csv"):
        pass
    assert list(tmp_path.iterdir()) == []
