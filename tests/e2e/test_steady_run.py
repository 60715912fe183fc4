"""Fifty devices for twenty seconds against Mosquitto."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from e2e.ackgate_command import ackgate
from e2e.jtl_rows import good
from e2e.steady_run import DURATION_S, THREADS, SteadyRun

_CONNECTED = re.compile(r"^(\S+): New client connected from \S+ as (\S+) \(")
_GONE = re.compile(r"^(\S+): Client (\S+) (disconnected|closed its connection)\.")
_PUBLISH = re.compile(r"Received PUBLISH from (\S+) \(d\d, q\d, r\d, m\d+, '([^']+)'")


def test_the_broker_never_sees_more_connections_than_devices(steady_run: SteadyRun) -> None:
    devices, here, most, connects = steady_run.device_ids(), set(), 0, 0
    for line in steady_run.broker_log:
        if (match := _CONNECTED.match(line)) and match[2] in devices:
            here.add(match[2])
            connects += 1
        if (match := _GONE.match(line)) and match[2] in devices:
            here.discard(match[2])
        most = max(most, len(here))
    assert len(devices) == most == connects == THREADS


def test_a_broker_on_loopback_is_found_and_measured(steady_run: SteadyRun) -> None:
    assert steady_run.run.manifest["broker_process"] == "mosquitto"
    rows = (steady_run.run.folder / "broker_host.csv").read_text().splitlines()
    assert rows[0] == "time_ms,broker_cpu_percent,broker_rss_bytes"
    assert len(rows) >= DURATION_S


def test_each_thread_connects_once(steady_run: SteadyRun) -> None:
    connects = Counter(row["threadName"] for row in steady_run.run.label("connect"))
    assert len(connects) == THREADS
    assert set(connects.values()) == {1}
    assert steady_run.run.operation("reconnect") == []


def test_every_acknowledged_publish_has_its_acknowledge_time(steady_run: SteadyRun) -> None:
    rows = good(steady_run.run.label("telemetry"))
    assert len(rows) > 1000
    assert all(int(row["mqtt_ack_us"]) > 0 for row in rows)
    assert all(abs(int(row["elapsed"]) - int(row["mqtt_ack_us"]) / 1000) <= 1 for row in rows)


def test_a_publish_at_qos_0_has_no_acknowledge_time(steady_run: SteadyRun) -> None:
    rows = steady_run.run.label("heartbeat")
    assert rows
    assert {row["mqtt_ack_us"] for row in rows} == {""}


def test_each_thread_publishes_under_the_client_id_it_connected_with(steady_run: SteadyRun) -> None:
    id_of = {row["threadName"]: row["mqtt_client_id"] for row in steady_run.run.label("connect")}
    expected = Counter(f"device/{id_of[row['threadName']]}/telemetry" for row in _acknowledged(steady_run))
    assert steady_run.telemetry == expected
    on_the_wire = [match for line in steady_run.broker_log if (match := _PUBLISH.search(line))]
    assert len(on_the_wire) >= expected.total()
    assert all(topic.split("/")[1] == client_id for _, client_id, topic in map(_groups, on_the_wire))


def test_what_was_acknowledged_is_what_an_independent_subscriber_counted(steady_run: SteadyRun) -> None:
    late = steady_run.run.manifest["late_acks"]
    assert len(_acknowledged(steady_run)) + late == steady_run.telemetry.total()


def test_publishes_at_qos_0_that_were_sent_arrived(steady_run: SteadyRun) -> None:
    assert len(good(steady_run.run.label("heartbeat"))) == steady_run.heartbeat.total() > 0


def test_every_device_stays_to_the_scheduled_end(steady_run: SteadyRun) -> None:
    end_s = steady_run.run.manifest["test_started_ms"] / 1000 + DURATION_S
    devices = steady_run.device_ids()
    gone = {match[2]: match for line in steady_run.broker_log if (match := _GONE.match(line))}
    left_s = {device: _epoch_s(gone[device][1]) for device in devices}
    assert min(left_s.values()) >= int(end_s) - 1
    assert {gone[device][3] for device in devices} == {"disconnected"}


def test_jmeter_exits_by_itself_soon_after_the_end(steady_run: SteadyRun) -> None:
    manifest = steady_run.run.manifest
    planned_ms = manifest["test_started_ms"] + (manifest["duration_s"] + manifest["drain_s"]) * 1000
    assert planned_ms - 1000 <= manifest["ended_ms"] <= planned_ms + 10_000
    assert manifest["jmeter_exit_code"] == 0
    assert not manifest["interrupted"]


def test_the_run_folder_holds_what_a_report_needs(steady_run: SteadyRun) -> None:
    folder = steady_run.run.folder
    for name in ("workload.yaml", "plan.jmx", "plan.properties", "jmeter.log", "broker.csv", "host.csv"):
        assert (folder / name).stat().st_size > 0, name
    hashed = {entry["path"] for entry in steady_run.run.manifest["files"]}
    assert {"samples.jtl", "plan.jmx", "broker.csv", "host.csv"} <= hashed
    streams = {stream["label"]: stream for stream in steady_run.run.manifest["streams"]}
    assert streams["telemetry"]["owed_per_publish"] == 1
    assert streams["telemetry"]["intended_rate_per_s"] == 2 * THREADS
    assert steady_run.run.manifest["versions"]["jmeter"] == "5.6.3"


def test_the_brokers_counters_tell_the_same_story(steady_run: SteadyRun) -> None:
    lines = (steady_run.run.folder / "broker.csv").read_text().splitlines()
    received = [int(line.split(",")[1]) for line in lines[1:]]
    sent = len(good(steady_run.run.operation("publish")))
    assert received == sorted(received)
    assert received[-1] - received[0] == sent


def test_the_analysis_counts_what_was_counted_by_hand(steady_run: SteadyRun, tmp_path: Path) -> None:
    done = ackgate("analyze", steady_run.run.folder, "-o", tmp_path / "analysis")
    assert done.returncode in (0, 1, 3), done.stderr
    delivery = json.loads((tmp_path / "analysis" / "stats.json").read_text())["delivery"]
    assert delivery["acknowledged"] == len(_acknowledged(steady_run))
    assert delivery["owed"] == delivery["received"] == steady_run.telemetry.total()
    assert delivery["qos0_sent"] == steady_run.heartbeat.total()
    assert (delivery["lost"], delivery["duplicate"]) == (0, 0)


def test_the_live_line_names_threads_rate_and_errors(steady_run: SteadyRun) -> None:
    assert re.search(r"threads \d+  acknowledged [\d.]+/s .*errors 0", steady_run.command.stderr)


def _acknowledged(steady_run: SteadyRun) -> list[dict[str, str]]:
    return [dict(row) for row in good(steady_run.run.label("telemetry"))]


def _groups(match: re.Match[str]) -> tuple[str, str, str]:
    return match[0], match[1], match[2]


def _epoch_s(text: str) -> float:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S").astimezone(UTC).timestamp()
