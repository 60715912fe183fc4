"""Two publish streams of one device, each at its own rate."""

import itertools

import pytest

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.mosquitto import Mosquitto

_DURATION_S = 65


@pytest.fixture(scope="module")
def two_streams(tmp_path_factory: pytest.TempPathFactory) -> FinishedRun:
    """Heartbeat once a minute and telemetry twice a second on one device for 65 s."""
    folder = tmp_path_factory.mktemp("streams")
    load = settings(
        load__threads=1,
        load__ramp_up_s=0,
        load__warm_up_s=0,
        load__duration_s=_DURATION_S,
        load__drain_s=1,
        publish__telemetry__rate="2/s",
        subscribers="[]",
    )
    with Mosquitto(folder) as broker:
        workload = WORKLOADS / "iot-benchmark.yaml"
        done = ackgate("run", workload, "-o", folder / "run", "--broker", broker.url, *load)
        assert done.returncode == 0, done.stderr
    return FinishedRun(folder / "run")


def test_each_stream_has_its_own_rate(two_streams: FinishedRun) -> None:
    heartbeats = [two_streams.at_s(row) for row in two_streams.label("heartbeat")]
    telemetry = [two_streams.at_s(row) for row in two_streams.label("telemetry")]
    assert len(heartbeats) in (1, 2)
    steps = [after - before for before, after in itertools.pairwise(heartbeats)]
    assert all(step == pytest.approx(60, abs=0.2) for step in steps)
    span_s = telemetry[-1] - telemetry[0]
    assert (len(telemetry) - 1) / span_s == pytest.approx(2, rel=0.005)
    assert span_s > _DURATION_S - 3


def test_no_publish_starts_late(two_streams: FinishedRun) -> None:
    delays_us = [int(row["mqtt_send_delay_us"]) for row in two_streams.operation("publish")]
    assert len(delays_us) > 120
    assert min(delays_us) >= 0
    assert max(delays_us) <= 100_000
