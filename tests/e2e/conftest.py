"""Brokers and runs that several tests look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.mosquitto import Mosquitto
from e2e.observer import Observer
from e2e.steady_run import DURATION_S, THREADS, SteadyRun

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder runs real programs."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """A Mosquitto of this test alone."""
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture(scope="session")
def steady_run(tmp_path_factory: pytest.TempPathFactory) -> SteadyRun:
    """Fifty devices for twenty seconds on Mosquitto, with independent subscribers beside them."""
    folder = tmp_path_factory.mktemp("steady")
    load = settings(
        load__threads=THREADS,
        load__ramp_up_s=4,
        load__warm_up_s=3,
        load__duration_s=DURATION_S,
        load__drain_s=3,
        publish__heartbeat__rate="30/min",
        publish__telemetry__rate="2/s",
    )
    with Mosquitto(folder) as broker:
        with (
            Observer(broker.port, "device/+/telemetry", 1, folder / "telemetry") as telemetry,
            Observer(broker.port, "device/+/heartbeat", 1, folder / "heartbeat") as heartbeat,
        ):
            workload = WORKLOADS / "iot-benchmark.yaml"
            done = ackgate("run", workload, "-o", folder / "run", "--broker", broker.url, *load)
            assert done.returncode == 0, done.stderr
        log = broker.log_lines()
    return SteadyRun(FinishedRun(folder / "run"), done, log, telemetry.topics(), heartbeat.topics())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium; one for all tests, as Playwright allows one loop per thread."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()
