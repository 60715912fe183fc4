"""A broker that takes publishes and never acknowledges them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.scripted_broker import Seen, WithholdingBroker

_LIMIT_MS = 1500
_DURATION_S = 12


@dataclass(frozen=True)
class Withheld:
    """The run, how long the command took, and what the broker saw."""

    run: FinishedRun
    seen: Seen


@pytest.fixture(scope="module")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Withheld]:
    folder = tmp_path_factory.mktemp("withheld")
    load = settings(
        load__threads=3,
        load__ramp_up_s=1,
        load__warm_up_s=1,
        load__duration_s=_DURATION_S,
        load__drain_s=1,
        publish__telemetry__ack_timeout_ms=_LIMIT_MS,
    )
    with WithholdingBroker() as broker:
        url = f"tcp://127.0.0.1:{broker.port}"
        workload = WORKLOADS / "iot-benchmark.yaml"
        done = ackgate("run", workload, "-o", folder / "run", "--broker", url, *load)
        assert done.returncode == 0, done.stderr
        time.sleep(0.2)
        yield Withheld(FinishedRun(folder / "run"), broker.seen)


def test_each_publish_fails_as_a_timeout_of_the_set_length(withheld: Withheld) -> None:
    rows = withheld.run.label("telemetry")
    assert len(rows) >= 12
    assert {row["responseCode"] for row in rows} == {"TIMEOUT_PUBACK"}
    assert all(row["success"] == "false" for row in rows)
    assert all(_LIMIT_MS <= int(row["elapsed"]) <= _LIMIT_MS + 250 for row in rows)


def test_the_run_ends_on_time(withheld: Withheld) -> None:
    manifest = withheld.run.manifest
    planned_ms = manifest["test_started_ms"] + (_DURATION_S + 1) * 1000
    assert manifest["ended_ms"] <= planned_ms + 10_000
    assert not manifest["interrupted"]


def test_packet_identifiers_in_flight_are_not_used_again(withheld: Withheld) -> None:
    identifiers = withheld.seen.identifiers
    assert len(identifiers) == len(set(identifiers))


def test_nothing_is_sent_again_on_a_live_connection(withheld: Withheld) -> None:
    assert withheld.seen.duplicates == 0
    assert withheld.run.operation("reconnect") == []
