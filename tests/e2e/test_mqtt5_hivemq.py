"""MQTT 5 in JMeter against the embedded HiveMQ, watched by Mosquitto's client."""

import subprocess
import time
from dataclasses import dataclass

import pytest

from ackgate.run.embedded_broker import EmbeddedBroker
from e2e.ackgate_command import ackgate
from e2e.element_plan import Element, Group, plan_of
from e2e.jtl_rows import FinishedRun

_PUBLISHES = 20
_WINDOW_MS = 12_000
_SEEN = "%t|%q|%P|%C|%R|%D|%E"


@dataclass(frozen=True)
class Mqtt5Run:
    """The run and what the watching client printed, one line per message."""

    run: FinishedRun
    seen: tuple[str, ...]


def _connect(url: str, client_id: str, **more: str) -> Element:
    given = {"connect.url": url, "connect.version": "5", "connect.client_id": client_id}
    named = {f"connect.{name}": value for name, value in more.items()}
    return Element("Connect", "connect", {**given, **named})


def _publish(label: str, topic: str, qos: int, **more: str) -> Element:
    given = {"publish.topic": topic, "publish.qos": str(qos), "publish.payload": "21.5"}
    return Element("Publish", label, {**given, **{f"publish.{name}": value for name, value in more.items()}})


def _plan(url: str) -> str:
    subscriber = (
        _connect(url, "", receive_maximum="5"),
        Element(
            "Subscribe",
            "subscribe",
            {"subscribe.topic_filters": "$share/backend/device/+/telemetry 1\ndevice/none 0"},
        ),
        Element("Receive", "receive", {"receive.window_ms": str(_WINDOW_MS)}),
    )
    telemetry = _publish(
        "telemetry",
        "device/1/telemetry",
        2,
        stamp="user_property",
        user_properties="site=north\nline=7",
        content_type="text/plain",
        response_topic="device/1/answer",
        correlation_data="c-1",
        message_expiry_s="3600",
    )
    device = (
        _connect(url, "device-1", user_properties="fleet=a", keep_alive_s="30"),
        telemetry,
        _publish("unheard", "nobody/listens", 1),
    )
    resuming = (
        _connect(url, "keeps-session", clean_start="false", session_expiry_s="600"),
        Element("Disconnect", "disconnect", {}),
    )
    waiting = Element("Receive", "overtaken", {"receive.window_ms": "8000"})
    rival = (
        _connect(url, "twin"),
        Element("Subscribe", "subscribe", {"subscribe.topic_filters": "none 0"}),
        waiting,
    )
    return plan_of(
        Group("subscribers", subscriber, threads=2),
        Group("device", device, loops=_PUBLISHES, delay_s=4),
        Group("resuming", resuming, loops=2),
        Group("twin one", rival),
        Group("twin two", (_connect(url, "twin"),), delay_s=3),
    )


@pytest.fixture(scope="module")
def mqtt5(tmp_path_factory: pytest.TempPathFactory) -> Mqtt5Run:
    folder = tmp_path_factory.mktemp("mqtt5")
    with EmbeddedBroker() as broker:
        plan = folder / "mqtt5.jmx"
        plan.write_text(_plan(broker.endpoint.url), encoding="utf-8")
        arguments = f"-V 5 -p {broker.endpoint.mqtt_port} -q 2 -C {_PUBLISHES} -W 100".split()
        watch = ["mosquitto_sub", "-h", "127.0.0.1", *arguments, "-t", "device/+/telemetry", "-F", _SEEN]
        with subprocess.Popen(watch, stdout=subprocess.PIPE, text=True) as watching:
            time.sleep(1)
            done = ackgate("run", plan, "-o", folder / "run", "--broker", broker.endpoint.url)
            assert done.returncode == 0, done.stderr
            seen, _ = watching.communicate(timeout=60)
    return Mqtt5Run(FinishedRun(folder / "run"), tuple(seen.splitlines()))


def test_qos_2_publishes_are_completed_with_both_times(mqtt5: Mqtt5Run) -> None:
    rows = mqtt5.run.label("telemetry")
    assert len(rows) == _PUBLISHES
    for row in rows:
        assert (row["success"], row["responseCode"]) == ("true", "200"), row
        parts_us = int(row["mqtt_pubrec_us"]) + int(row["mqtt_pubcomp_us"])
        assert 0 < parts_us <= int(row["mqtt_ack_us"])


def test_properties_of_a_publish_arrive(mqtt5: Mqtt5Run) -> None:
    assert len(mqtt5.seen) == _PUBLISHES
    for line in mqtt5.seen:
        topic, qos, properties, content, response, correlation, expiry = line.split("|")
        assert (topic, qos) == ("device/1/telemetry", "2")
        assert {"site:north", "line:7"} <= set(properties.split())
        assert (content, response, correlation) == ("text/plain", "device/1/answer", "c-1")
        assert 3500 <= int(expiry) <= 3600


def test_members_of_a_shared_subscription_get_each_message_once(mqtt5: Mqtt5Run) -> None:
    windows = mqtt5.run.label("receive")
    assert len(windows) == 2
    assert all(row["success"] == "true" for row in windows)
    assert sum(int(row["mqtt_received"]) for row in windows) == _PUBLISHES
    assert sum(int(row["mqtt_duplicate"] or 0) for row in windows) == 0
    assert any(row["mqtt_e2e_hdr"] for row in windows)


def test_the_broker_assigns_a_client_identifier_that_rows_carry(mqtt5: Mqtt5Run) -> None:
    identifiers = {row["mqtt_client_id"] for row in mqtt5.run.label("receive")}
    assert len(identifiers) == 2
    assert all(identifiers)


def test_a_publish_that_nobody_subscribed_is_a_success_that_says_so(mqtt5: Mqtt5Run) -> None:
    rows = mqtt5.run.label("unheard")
    assert len(rows) == _PUBLISHES
    assert {(row["success"], row["responseCode"]) for row in rows} == {("true", "PUBACK_0x10")}


def test_a_session_of_this_run_is_said_and_not_called_a_leftover(mqtt5: Mqtt5Run) -> None:
    first, second = [row for row in mqtt5.run.label("connect") if row["mqtt_client_id"] == "keeps-session"]
    assert "session present" not in first["responseMessage"]
    assert second["responseMessage"] == "session present"


def test_a_taken_over_connection_names_the_disconnect_of_the_broker(mqtt5: Mqtt5Run) -> None:
    (row,) = mqtt5.run.label("overtaken")
    assert (row["success"], row["responseCode"]) == ("false", "DISCONNECT_0x8E")
