"""Looks at a broker through a few MQTT connections of its own: limits, round trip, takeover, version."""

import contextlib
import queue
import secrets
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from ackgate.broker.counters import BrokerLogin, tls_context
from ackgate.model.workload_broker import DEFAULT_PORTS

_LIMIT_S = 5.0
_TAKEOVER_LIMIT_S = 3.0
_VERSION_LIMIT_S = 1.0
_ROUND_TRIPS = 20
_UNSUPPORTED_VERSION = 0x84


@dataclass(frozen=True)
class BrokerFacts:
    """What a broker says and does; None where it doesn't tell.

    ``problem``: nothing was connected; ``refused``: CONNACK said no. The limits are those of MQTT 5
    (section 3.2.2.3), where an absent property means its default: QoS 2, receive maximum 65,535, everything
    available, packet size unlimited (None).
    """

    problem: str | None = None
    refused: str | None = None
    mqtt_version: str | None = None
    receive_maximum: int | None = None
    maximum_packet_size_bytes: int | None = None
    maximum_qos: int | None = None
    retain_available: bool | None = None
    wildcard_available: bool | None = None
    shared_available: bool | None = None
    server_keep_alive_s: int | None = None
    round_trip_ms: float | None = None
    takes_over: bool | None = None
    version: str | None = None


class _ProbeError(Exception):
    """The broker could not be connected."""


class _RefusedError(Exception):
    """CONNACK with a reason code of failure."""

    def __init__(self, reason: ReasonCode) -> None:
        super().__init__(str(reason))
        self.code = reason.value


@dataclass(frozen=True)
class _Link:
    """One connection with what arrives on it."""

    client: mqtt.Client
    connack: "queue.Queue[tuple[ReasonCode, Properties | None]]"
    lost: "queue.Queue[float]"
    subscribed: "queue.Queue[None]"
    messages: "queue.Queue[tuple[mqtt.MQTTMessage, float]]"


def probe_broker(login: BrokerLogin, mqtt_version: str = "5") -> BrokerFacts:
    """Facts of a broker, within about ten seconds; a broker without MQTT 5 is asked with 3.1.1. Never raises
    for what a broker does."""
    client_id = f"ackgate-probe-{secrets.token_hex(4)}"
    version = MQTTProtocolVersion.MQTTv5 if mqtt_version == "5" else MQTTProtocolVersion.MQTTv311
    try:
        return _facts(login, client_id, version)
    except _RefusedError as refusal:
        if version == MQTTProtocolVersion.MQTTv5 and refusal.code in (1, _UNSUPPORTED_VERSION):
            return probe_broker(login, "3.1.1")
        return BrokerFacts(refused=str(refusal), mqtt_version=_name(version))
    except (_ProbeError, OSError, ValueError) as failure:
        return BrokerFacts(problem=str(failure) or type(failure).__name__)


def _facts(login: BrokerLogin, client_id: str, version: MQTTProtocolVersion) -> BrokerFacts:
    with _connected(login, client_id, version) as (link, properties):
        limits = _limits(properties) if version == MQTTProtocolVersion.MQTTv5 else BrokerFacts()
        round_trip_ms = _round_trip_ms(link, f"ackgate/probe/{client_id}")
        broker_version = _version(link)
        takes_over = _takes_over(login, link, client_id, version)
    values = {name: getattr(limits, name) for name in BrokerFacts.__dataclass_fields__}
    values |= {"mqtt_version": _name(version), "round_trip_ms": round_trip_ms}
    return BrokerFacts(**values | {"version": broker_version, "takes_over": takes_over})


def _name(version: MQTTProtocolVersion) -> str:
    return "5" if version == MQTTProtocolVersion.MQTTv5 else "3.1.1"


@contextmanager
def _connected(
    login: BrokerLogin, client_id: str, version: MQTTProtocolVersion
) -> Iterator[tuple[_Link, Properties | None]]:
    address = urlsplit(login.url)
    link = _link(login, address, client_id, version)
    port = address.port or DEFAULT_PORTS.get(address.scheme, 1883)
    link.client.connect_timeout = _LIMIT_S
    try:
        link.client.connect(address.hostname or "", port, keepalive=30)
    except OSError as failure:
        raise _ProbeError(f"{address.hostname}:{port}: {failure.strerror or failure}") from failure
    link.client.loop_start()
    try:
        reason, properties = link.connack.get(timeout=_LIMIT_S)
        if reason.is_failure:
            raise _RefusedError(reason)
        yield link, properties
    except queue.Empty:
        raise _ProbeError(f"{address.hostname}:{port}: no CONNACK within {_LIMIT_S:g} s") from None
    finally:
        link.client.disconnect()
        link.client.loop_stop()


def _link(login: BrokerLogin, address: SplitResult, client_id: str, version: MQTTProtocolVersion) -> _Link:
    web_socket = address.scheme in ("ws", "wss")
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2,
        client_id=client_id,
        protocol=version,
        transport="websockets" if web_socket else "tcp",
        reconnect_on_failure=False,
    )
    if web_socket:
        client.ws_set_options(path=address.path or "/mqtt")
    if address.scheme in ("ssl", "wss"):
        client.tls_set_context(tls_context(login))
    if login.username is not None:
        client.username_pw_set(login.username, login.password)
    link = _Link(client, queue.Queue(), queue.Queue(), queue.Queue(), queue.Queue())
    client.on_connect = lambda _c, _u, _f, reason, properties: link.connack.put((reason, properties))
    client.on_disconnect = lambda _c, _u, _f, _reason, _properties: link.lost.put(time.monotonic())
    client.on_subscribe = lambda _c, _u, _mid, _reasons, _properties: link.subscribed.put(None)
    client.on_message = lambda _c, _u, message: link.messages.put((message, time.perf_counter()))
    return link


def _limits(properties: Properties | None) -> BrokerFacts:
    def value(name: str, default: int | None) -> int | None:
        found = getattr(properties, name, None)
        return default if found is None else int(found)

    return BrokerFacts(
        receive_maximum=value("ReceiveMaximum", 65_535),
        maximum_packet_size_bytes=value("MaximumPacketSize", None),
        maximum_qos=value("MaximumQoS", 2),
        retain_available=bool(value("RetainAvailable", 1)),
        wildcard_available=bool(value("WildcardSubscriptionAvailable", 1)),
        shared_available=bool(value("SharedSubscriptionAvailable", 1)),
        server_keep_alive_s=value("ServerKeepAlive", None),
    )


def _round_trip_ms(link: _Link, topic: str) -> float | None:
    """Median time of a small QoS 0 message to the broker and back; None when none came back."""
    link.client.subscribe(topic, qos=0)
    times_ms = []
    with contextlib.suppress(queue.Empty):
        link.subscribed.get(timeout=_LIMIT_S)
        for _ in range(_ROUND_TRIPS):
            started = time.perf_counter()
            link.client.publish(topic, b"probe", qos=0)
            _, received = link.messages.get(timeout=1)
            times_ms.append((received - started) * 1000)
    link.client.unsubscribe(topic)
    return statistics.median(times_ms) if times_ms else None


def _version(link: _Link) -> str | None:
    link.client.subscribe("$SYS/broker/version", qos=0)
    with contextlib.suppress(queue.Empty):
        message, _ = link.messages.get(timeout=_VERSION_LIMIT_S)
        return message.payload.decode("utf-8", "replace")
    return None


def _takes_over(login: BrokerLogin, link: _Link, client_id: str, version: MQTTProtocolVersion) -> bool | None:
    """Whether a second connection with the same identifier closes the first (MQTT 3.1.1 section 3.1.4)."""
    try:
        with _connected(login, client_id, version):
            link.lost.get(timeout=_TAKEOVER_LIMIT_S)
            return True
    except queue.Empty:
        return False
    except (_ProbeError, _RefusedError):
        return None
