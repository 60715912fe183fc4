"""A broker's cumulative PUBLISH counters, read while a run goes on.

Mosquitto publishes them under ``$SYS`` every ``sys_interval`` + 1 s, changed values only; ``uptime`` always
changes, is sent first and so marks each round. Our own connection and the deliveries to it are subtracted.
"""

import contextlib
import json
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from pydantic import BaseModel, ValidationError

from ackgate.model.workload_broker import DEFAULT_PORTS


@dataclass(frozen=True)
class CounterReading:
    """Counters since the broker's start at epoch ``time_ms``; ``clients`` are connections open then."""

    time_ms: int
    publish_received: int
    publish_sent: int
    publish_dropped: int
    clients: int


ReadingSink = Callable[[CounterReading], None]


class CounterPoller(Protocol):
    """Reads in the background between entry and exit and hands each reading to a sink."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class _Metrics(BaseModel):
    time_ms: int
    publish_received: int
    publish_sent: int
    publish_dropped: int
    clients: int


class HttpPoller:
    """Polls the embedded broker's metrics on loopback; once more on exit, so the last state is kept."""

    def __init__(self, metrics_url: str, sink: ReadingSink, period_s: float = 1.0) -> None:
        self._url = metrics_url
        self._sink = sink
        self._period_s = period_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broker-counters", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._read_once()
            self._stop.wait(self._period_s)
        self._read_once()

    def _read_once(self) -> None:
        # A missed reading leaves a gap in the series, which the analysis can see.
        with contextlib.suppress(OSError, ValidationError, ValueError):
            with urllib.request.urlopen(self._url, timeout=5) as answer:  # noqa: S310 loopback, http only
                values = _Metrics.model_validate(json.load(answer))
            self._sink(CounterReading(**values.model_dump()))


@dataclass(frozen=True)
class BrokerLogin:
    """How to reach a broker's MQTT port as an observer."""

    url: str
    username: str | None = None
    password: str | None = None
    ca_file: str | None = None
    cert_file: str | None = None
    key_file: str | None = None
    verify: bool = True
    client_id: str = "ackgate-counters"


_SYS = "$SYS/broker/"
_UPTIME = _SYS + "uptime"
_RECEIVED = _SYS + "publish/messages/received"
_SENT = _SYS + "publish/messages/sent"
_DROPPED = _SYS + "publish/messages/dropped"
_CLIENTS = _SYS + "clients/connected"
_TOPICS = (_UPTIME, _RECEIVED, _SENT, _DROPPED, _CLIENTS)
#: A round's messages arrive together; this long after its mark it is complete.
_SETTLE_S = 0.25


class SysTopicPoller:
    """Subscribes to the broker's ``$SYS`` counters. A broker without them gives no reading."""

    def __init__(self, login: BrokerLogin, sink: ReadingSink) -> None:
        self._sink = sink
        self._address = urllib.parse.urlsplit(login.url)
        self._client = _observer(login, self._address)
        self._client.on_connect = self._subscribe
        self._client.on_message = self._take
        self._values: dict[str, int] = {}
        self._own_deliveries = 0
        self._round_ms: int | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        port = self._address.port or DEFAULT_PORTS.get(self._address.scheme, 1883)
        self._client.reconnect_delay_set(1, 5)
        self._client.connect_async(self._address.hostname or "127.0.0.1", port, keepalive=30)
        self._client.loop_start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        timer = self._timer
        if timer is not None:
            timer.cancel()
            timer.join()
        self._finish_round()

    def _subscribe(self, client: mqtt.Client, *_: object) -> None:
        with self._lock:
            self._values.clear()
            self._own_deliveries = 0
        client.subscribe([(topic, 0) for topic in _TOPICS])

    def _take(self, _client: mqtt.Client, _userdata: object, message: mqtt.MQTTMessage) -> None:
        if message.topic == _UPTIME and not message.retain:
            self._begin_round()
        with self._lock:
            # Retained values are older than our connection: nothing of ours is in them.
            ours = 0 if message.retain else self._own_share(message.topic)
            with contextlib.suppress(ValueError):
                self._values[message.topic] = int(message.payload.split()[0]) - ours
            self._own_deliveries += 1

    def _own_share(self, topic: str) -> int:
        return {_SENT: self._own_deliveries, _CLIENTS: 1}.get(topic, 0)

    def _begin_round(self) -> None:
        with self._lock:
            self._round_ms = time.time_ns() // 1_000_000
        self._timer = threading.Timer(_SETTLE_S, self._finish_round)
        self._timer.daemon = True
        self._timer.start()

    def _finish_round(self) -> None:
        with self._lock:
            reading = self._reading()
            self._round_ms = None
        if reading is not None:
            self._sink(reading)

    def _reading(self) -> CounterReading | None:
        if self._round_ms is None or not {_RECEIVED, _SENT, _CLIENTS} <= self._values.keys():
            return None
        return CounterReading(
            time_ms=self._round_ms,
            publish_received=self._values[_RECEIVED],
            publish_sent=self._values[_SENT],
            publish_dropped=self._values.get(_DROPPED, 0),
            clients=self._values[_CLIENTS],
        )


def _observer(login: BrokerLogin, address: urllib.parse.SplitResult) -> mqtt.Client:
    web_socket = address.scheme in ("ws", "wss")
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2,
        client_id=login.client_id,
        transport="websockets" if web_socket else "tcp",
    )
    if web_socket:
        client.ws_set_options(path=address.path or "/")
    if address.scheme in ("ssl", "wss"):
        client.tls_set_context(tls_context(login))
    if login.username is not None:
        client.username_pw_set(login.username, login.password)
    return client


def tls_context(login: BrokerLogin) -> ssl.SSLContext:
    """TLS of a login; verified unless it says otherwise. Raises OSError (ssl.SSLError) on bad files."""
    context = ssl.create_default_context(cafile=login.ca_file)
    if not login.verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if login.cert_file is not None:
        context.load_cert_chain(login.cert_file, login.key_file)
    return context
