"""The demo: the whole way once, and its report in a browser that has no network."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from e2e.ackgate_command import ackgate
from e2e.jtl_rows import FinishedRun, good

_DEVICES = 500


@dataclass(frozen=True)
class Demo:
    """The run folder, what the command printed, and stats.json."""

    run: FinishedRun
    printed: str
    statistics: dict[str, Any]


@dataclass(frozen=True)
class Opened:
    """The page, what it said on the console and what it asked the network for."""

    page: Page
    console: list[str]
    requests: list[str]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo") / "run"
    done = ackgate("demo", "-o", folder)
    # The verdict is the machine's; that there is one is ours.
    assert done.returncode in (0, 1, 3), done.stderr
    return Demo(FinishedRun(folder), done.stdout, json.loads((folder / "stats.json").read_text()))


@pytest.fixture(scope="module")
def opened(demo: Demo, browser: Browser) -> Iterator[Opened]:
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    console: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.on("pageerror", lambda error: console.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto((demo.run.folder / "report.html").as_uri())
    page.screenshot(path=demo.run.folder.parent / "report.png")
    yield Opened(page, console, requests)
    page.close()


def test_the_effort_of_the_embedded_broker_is_on_the_page(demo: Demo, opened: Opened) -> None:
    effort = demo.statistics["broker_effort"]
    assert effort["window"] == "steady"
    assert effort["n"] >= 10
    assert 0 < effort["cpu_mean_percent"] <= effort["cpu_max_percent"]
    assert "Broker: process java, steady window" in opened.page.inner_text("section:has(> #load)")


def test_every_device_connects_and_publishes(demo: Demo) -> None:
    connects = good(demo.run.label("connect"))
    assert len({row["mqtt_client_id"] for row in connects}) == _DEVICES
    assert len(good(demo.run.label("telemetry"))) > _DEVICES
    assert demo.run.manifest["broker_kind"] == "embedded"


def test_it_says_where_the_report_is_and_its_key_figures(demo: Demo) -> None:
    assert f"Report: {demo.run.folder / 'report.html'}" in demo.printed
    p99_ms = demo.statistics["connect"]["percentiles_ms"]["99"]
    assert f"Connect P99: {p99_ms:g} ms" in demo.printed
    assert "Second acknowledge peak: " in demo.printed
    assert f"Backlog rate: {demo.statistics['backlog']['rate_per_s']:.3g}/s" in demo.printed


def test_its_acknowledged_publishes_are_those_of_the_result_file(demo: Demo) -> None:
    assert demo.statistics["delivery"]["acknowledged"] == len(good(demo.run.label("telemetry")))
    assert demo.statistics["delivery"]["qos0_sent"] == len(good(demo.run.label("heartbeat")))
    assert demo.statistics["rows"]["read"] == len(demo.run.rows)


def test_the_report_has_no_console_message(opened: Opened) -> None:
    assert opened.console == []


def test_the_report_requests_nothing_from_the_network(opened: Opened) -> None:
    outside = [url for url in opened.requests if not url.startswith(("file:", "data:"))]
    assert outside == []
    assert sum(url.startswith("file:") for url in opened.requests) == 1


def test_the_three_key_figures_are_those_of_the_statistics(demo: Demo, opened: Opened) -> None:
    statistics = demo.statistics
    peaks = sorted(statistics["acknowledge"]["modes"]["peaks"], key=lambda peak: peak["centre_ms"])
    expected = {
        "connect_p99_ms": statistics["connect"]["percentiles_ms"]["99"],
        "second_peak_share": sum(peak["share"] for peak in peaks[1:]),
        "backlog_rate_per_s": statistics["backlog"]["rate_per_s"],
    }
    found = {name: opened.page.locator(f"[data-figure={name}]") for name in expected}
    assert {name: float(_value(figure)) for name, figure in found.items()} == expected
    shown_ms = re.sub(r"\s", "", found["connect_p99_ms"].inner_text())
    assert float(shown_ms) == pytest.approx(expected["connect_p99_ms"], rel=0.01)


def _value(figure: Any) -> str:
    value: str = figure.get_attribute("data-value")
    return value


def test_the_verdict_on_the_page_is_that_of_the_statistics(demo: Demo, opened: Opened) -> None:
    headline = opened.page.locator("h2#verdict").inner_text()
    words = {"PASS": "Passed", "FAIL": "Failed", "INCONCLUSIVE": "nconclusive", "NOT_TESTED": "ot tested"}
    assert words[demo.statistics["verdict"]] in headline
