"""A broker that goes away in the middle of a run and comes back."""

import time
from collections.abc import Callable

import pytest

from e2e.ackgate_command import WORKLOADS, settings, started_ackgate
from e2e.jtl_rows import FinishedRun, Row, good
from e2e.mosquitto import Mosquitto

_DURATION_S = 30
_THREADS = 5
_AWAY_S = 5


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> FinishedRun:
    """Stopped once publishing goes on, started again five seconds later."""
    folder = tmp_path_factory.mktemp("restart")
    load = settings(
        load__threads=_THREADS,
        load__ramp_up_s=1,
        load__warm_up_s=2,
        load__duration_s=_DURATION_S,
        load__drain_s=2,
        publish__telemetry__rate="2/s",
    )
    run = FinishedRun(folder / "run")
    workload = WORKLOADS / "iot-benchmark.yaml"
    with Mosquitto(folder) as broker:
        arguments = ("run", workload, "-o", run.folder, "--broker", broker.url, *load)
        with started_ackgate(*arguments, output=folder / "output") as child:
            _until(lambda: any("/telemetry'" in line for line in broker.log_lines()))
            time.sleep(5)
            broker.stop()
            time.sleep(_AWAY_S)
            broker.start()
            assert child.wait(_DURATION_S + 60) == 0, (folder / "output").read_text()
    return run


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "did not happen within 60 s"
        time.sleep(0.1)


def _loss_at_s(run: FinishedRun) -> float:
    return min(run.at_s(row) for row in run.rows if row["responseCode"] == "CONNECTION_LOST")


def test_every_device_shows_its_loss(restarted: FinishedRun) -> None:
    lost = [row for row in restarted.rows if row["responseCode"] == "CONNECTION_LOST"]
    threads = {row["threadName"] for row in restarted.label("connect")}
    assert len(threads) == _THREADS
    assert threads <= {row["threadName"] for row in lost}


def test_attempts_to_reconnect_are_rows_with_the_pause_between_them(restarted: FinishedRun) -> None:
    attempts: dict[str, list[Row]] = {}
    for row in restarted.operation("reconnect"):
        attempts.setdefault(row["threadName"], []).append(row)
    refused = [row for rows in attempts.values() for row in rows if row["success"] == "false"]
    assert refused
    assert {row["responseCode"] for row in refused} <= {"NETWORK_REFUSED", "NETWORK_RESET"}
    for rows in attempts.values():
        ends = [int(row["timeStamp"]) + int(row["elapsed"]) for row in rows[:-1]]
        pauses = [int(row["timeStamp"]) - end for row, end in zip(rows[1:], ends, strict=True)]
        assert all(pause >= 990 for pause in pauses)


def test_every_device_comes_back_as_its_second_connection(restarted: FinishedRun) -> None:
    back = good(restarted.operation("reconnect"))
    devices = {row["threadName"] for row in restarted.label("connect")}
    assert devices <= {row["threadName"] for row in back}
    assert {row["mqtt_connection"] for row in back} == {"2"}
    assert {row["label"] for row in back if row["threadName"] in devices} == {"connect"}


def test_publishing_resumes_on_every_device(restarted: FinishedRun) -> None:
    back_s = _loss_at_s(restarted) + _AWAY_S + 6
    threads = {
        row["threadName"] for row in good(restarted.label("telemetry")) if restarted.at_s(row) > back_s
    }
    assert len(threads) == _THREADS


def test_receiving_resumes_too(restarted: FinishedRun) -> None:
    back_s = _loss_at_s(restarted) + _AWAY_S + 6
    windows = [row for row in restarted.operation("receive") if restarted.at_s(row) > back_s]
    acknowledged = [row for row in good(restarted.label("telemetry")) if restarted.at_s(row) > back_s + 1]
    assert sum(int(row["mqtt_received"] or 0) for row in windows) >= len(acknowledged) > 50


def test_nothing_hangs(restarted: FinishedRun) -> None:
    manifest = restarted.manifest
    assert manifest["ended_ms"] <= manifest["test_started_ms"] + (_DURATION_S + 2 + 10) * 1000
    assert not manifest["interrupted"]
