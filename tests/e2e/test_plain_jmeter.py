"""A plain ``jmeter -n`` with the properties that ``setup`` prints: no ``ackgate run`` around it."""

import json
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.mosquitto import Mosquitto

_THREADS = 5
_LOAD = {"load__threads": _THREADS, "load__ramp_up_s": 1, "load__warm_up_s": 1, "load__drain_s": 1}


def _planned(folder: Path, broker: Mosquitto, duration_s: int) -> Path:
    load = settings(**_LOAD, load__duration_s=duration_s, broker__url=broker.url)
    done = ackgate("plan", WORKLOADS / "iot-benchmark.yaml", "-o", folder, *load)
    assert done.returncode == 0, done.stderr
    return folder


def _printed_command() -> list[str]:
    """The command line that ``setup`` prints, as a user pastes it."""
    done = ackgate("setup")
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines() if " -n -t plan.jmx " in line]
    assert len(lines) == 1
    return shlex.split(lines[0])


@contextmanager
def _plain_jmeter(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / "jmeter.out").open("wb") as output:
        child = subprocess.Popen(_printed_command(), cwd=folder, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield child
    finally:
        child.kill()
        child.wait(30)


def test_a_plain_jmeter_gives_a_result_file_that_analyzes(tmp_path: Path, mosquitto: Mosquitto) -> None:
    folder = _planned(tmp_path / "plan", mosquitto, duration_s=8)
    with _plain_jmeter(folder) as jmeter:
        assert jmeter.wait(120) == 0, (folder / "jmeter.out").read_text()
    done = ackgate("analyze", folder / "samples.jtl", "-o", tmp_path / "report")
    assert done.returncode in (0, 1, 3), done.stderr
    statistics = json.loads((tmp_path / "report" / "stats.json").read_text())
    assert statistics["connect"]["first"] >= _THREADS
    assert statistics["connect"]["connack_ms"]["100"] > 0
    assert statistics["acknowledge"]["n"] >= _THREADS
    assert statistics["rows"]["quarantined"] == 0


def test_a_killed_jmeter_closes_its_connections_and_leaves_whole_rows(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker:
        folder = _planned(tmp_path / "plan", broker, duration_s=600)
        with _plain_jmeter(folder) as jmeter:
            _wait_for_publishes(broker, jmeter)
            jmeter.send_signal(signal.SIGTERM)
            jmeter.wait(60)
        time.sleep(0.5)
        log = "\n".join(broker.log_lines())
    devices = set(re.findall(r"New client connected from \S+ as (dev-\S+) \(", log))
    gone = set(re.findall(r"Client (dev-\S+) (?:disconnected|closed its connection)", log))
    assert len(devices) == _THREADS
    assert devices <= gone
    assert len(FinishedRun(folder).operation("connect")) >= _THREADS
    done = ackgate("analyze", folder / "samples.jtl", "-o", tmp_path / "report")
    statistics = json.loads((tmp_path / "report" / "stats.json").read_text())
    assert statistics["rows"]["quarantined"] <= 1, done.stderr


def _wait_for_publishes(broker: Mosquitto, jmeter: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 90
    while sum("Received PUBLISH from dev-" in line for line in broker.log_lines()) < 4 * _THREADS:
        assert time.monotonic() < deadline, "no publishing within 90 s"
        assert jmeter.poll() is None, "JMeter ended early"
        time.sleep(0.2)
