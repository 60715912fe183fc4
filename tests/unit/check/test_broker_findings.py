"""What a probed broker can't carry is said before the run."""

from dataclasses import replace

import pytest

from ackgate.broker.probe import BrokerFacts
from ackgate.check.broker_rules import Use, broker_findings

URL = "tcp://127.0.0.1:1883"
ABLE = BrokerFacts(
    mqtt_version="5",
    receive_maximum=65_535,
    maximum_qos=2,
    retain_available=True,
    wildcard_available=True,
    shared_available=True,
    takes_over=True,
)
USE = Use(maximum_qos=2, largest_payload_bytes=1000, retain=True, shared=True, wildcard=True)


def test_finds_nothing_on_an_able_broker():
    assert list(broker_findings(URL, ABLE, USE)) == []


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("AG501", {"problem": "Connection refused"}),
        ("AG502", {"refused": "Not authorized"}),
        ("AG503", {"receive_maximum": 10}),
        ("AG504", {"maximum_packet_size_bytes": 1000}),
        ("AG505", {"maximum_qos": 1}),
        ("AG506", {"round_trip_ms": 0.3}),
        ("AG507", {"takes_over": False}),
        ("AG508", {"version": "mosquitto version 2.0.11"}),
        ("AG509", {"retain_available": False}),
        ("AG509", {"shared_available": False}),
        ("AG509", {"wildcard_available": False}),
    ],
)
def test_finds(code, facts):
    assert [finding.code for finding in broker_findings(URL, replace(ABLE, **facts), USE)] == [code]


def test_asks_nothing_of_what_is_not_used():
    unused = Use(maximum_qos=0, largest_payload_bytes=0, retain=False, shared=False, wildcard=False)
    poor = replace(ABLE, receive_maximum=1, maximum_qos=0, retain_available=False, shared_available=False)
    assert list(broker_findings(URL, poor, unused)) == []
