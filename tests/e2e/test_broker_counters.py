"""Counters of real brokers, read by our pollers."""

import time
from collections.abc import Callable

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from ackgate.broker.counters import BrokerLogin, CounterReading, HttpPoller, SysTopicPoller
from ackgate.run.embedded_broker import EmbeddedBroker
from e2e.mosquitto import Mosquitto

_MESSAGES = 40


def _publish_to_one_subscriber(port: int) -> None:
    """Forty QoS 1 publishes that one subscriber receives."""
    received: list[bytes] = []
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="both-ends")
    client.on_message = lambda _client, _data, message: received.append(message.payload)
    client.connect("127.0.0.1", port)
    client.loop_start()
    client.subscribe("load/#", 1)
    time.sleep(0.3)
    for number in range(_MESSAGES):
        client.publish("load/one", str(number), qos=1).wait_for_publish(10)
    _until(lambda: len(received) == _MESSAGES)
    client.disconnect()
    client.loop_stop()


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "did not happen within 30 s"
        time.sleep(0.05)


def _assert_counted(readings: list[CounterReading]) -> None:
    first, last = readings[0], readings[-1]
    assert last.publish_received - first.publish_received == _MESSAGES
    assert last.publish_sent - first.publish_sent == _MESSAGES
    assert (first.clients, last.clients) == (0, 0)
    assert last.publish_dropped == 0
    assert [reading.time_ms for reading in readings] == sorted(reading.time_ms for reading in readings)


def test_sys_counters_leave_our_own_deliveries_out(mosquitto: Mosquitto) -> None:
    readings: list[CounterReading] = []
    with SysTopicPoller(BrokerLogin(mosquitto.url), readings.append):
        _until(lambda: len(readings) >= 2)
        _publish_to_one_subscriber(mosquitto.port)
        seen = len(readings)
        _until(lambda: len(readings) >= seen + 4)
    _assert_counted(readings)


def test_embedded_brokers_counters_are_polled_to_the_last(capfd: pytest.CaptureFixture[str]) -> None:
    readings: list[CounterReading] = []
    with EmbeddedBroker() as broker:
        with HttpPoller(broker.endpoint.metrics_url, readings.append, period_s=0.2):
            _until(lambda: len(readings) >= 2)
            _publish_to_one_subscriber(broker.endpoint.mqtt_port)
            time.sleep(0.5)
        _assert_counted(readings)


def test_a_broker_without_counters_gives_no_reading(mosquitto: Mosquitto) -> None:
    readings: list[CounterReading] = []
    mosquitto.stop()
    with SysTopicPoller(BrokerLogin(mosquitto.url), readings.append):
        time.sleep(1)
    assert readings == []
