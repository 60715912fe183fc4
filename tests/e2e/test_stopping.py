"""Ctrl-C in the middle of a run."""

import json
import re
import signal
import time
from dataclasses import dataclass

import pytest

from e2e.ackgate_command import WORKLOADS, ackgate, settings, started_ackgate
from e2e.jtl_rows import FinishedRun, good
from e2e.mosquitto import Mosquitto

_THREADS = 20
_CONNECTED = re.compile(r"New client connected from \S+ as (\S+) \(")
_SAID_GOODBYE = re.compile(r"Received DISCONNECT from (\S+)")


@dataclass(frozen=True)
class Stopped:
    """The run, its exit code, how long stopping took, what it said, and the broker's log."""

    run: FinishedRun
    exit_code: int
    stopping_s: float
    said: str
    broker_log: list[str]


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Stopped:
    """A ten-minute run that a person stops after some seconds of publishing."""
    folder = tmp_path_factory.mktemp("stopped")
    load = settings(
        load__threads=_THREADS, load__ramp_up_s=2, load__warm_up_s=2, load__duration_s=600, load__drain_s=2
    )
    run = FinishedRun(folder / "run")
    workload = WORKLOADS / "iot-benchmark.yaml"
    with Mosquitto(folder) as broker:
        arguments = ("run", workload, "-o", run.folder, "--broker", broker.url, *load)
        with started_ackgate(*arguments, output=folder / "said") as child:
            deadline = time.monotonic() + 90
            while sum("Received PUBLISH from dev-" in line for line in broker.log_lines()) < 5 * _THREADS:
                assert time.monotonic() < deadline, "no publishing within 90 s"
                assert child.poll() is None, (folder / "said").read_text()
                time.sleep(0.2)
            asked_s = time.monotonic()
            child.send_signal(signal.SIGINT)
            code = child.wait(60)
            stopping_s = time.monotonic() - asked_s
        time.sleep(0.3)
        log = broker.log_lines()
    return Stopped(run, code, stopping_s, (folder / "said").read_text(), log)


def test_every_connection_is_closed_with_a_disconnect(stopped: Stopped) -> None:
    text = "\n".join(stopped.broker_log)
    clients = set(_CONNECTED.findall(text)) - {"ackgate-counters"}
    assert len(clients) == _THREADS + 4
    assert clients <= set(_SAID_GOODBYE.findall(text))
    assert not [line for line in stopped.broker_log if "Socket error on client dev-" in line]


def test_it_stops_soon_and_says_where_the_data_is(stopped: Stopped) -> None:
    assert stopped.exit_code == 3
    assert stopped.stopping_s < 30
    assert f"ackgate analyze {stopped.run.folder}" in stopped.said
    assert "Traceback" not in stopped.said


def test_the_manifest_says_that_it_was_interrupted(stopped: Stopped) -> None:
    assert stopped.run.manifest["interrupted"] is True
    assert stopped.run.manifest["ended_ms"] is not None


def test_what_was_measured_analyzes(stopped: Stopped) -> None:
    acknowledged = len(good(stopped.run.label("telemetry")))
    assert acknowledged >= 4 * _THREADS
    done = ackgate("analyze", stopped.run.folder)
    assert done.returncode in (0, 1, 3), done.stderr
    statistics = json.loads((stopped.run.folder / "stats.json").read_text())
    assert statistics["delivery"]["acknowledged"] == acknowledged
    assert statistics["rows"]["quarantined"] == 0
