"""The broker and how a client connects to it."""

import re
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ackgate.model.distribution import FrozenModel
from ackgate.model.workload_topic import TopicName

SCHEMES = ("tcp", "ssl", "ws", "wss")
DEFAULT_PORTS = {"tcp": 1883, "ssl": 8883, "ws": 80, "wss": 443}
_REFERENCE = re.compile(r"^\$\{[^{}]+\}$")
#: Options of a broker that only MQTT 5 has.
V5_ONLY = ("session_expiry_s", "receive_maximum", "maximum_packet_size_bytes", "user_properties")


def _check_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError(
            "a broker URL reads like tcp://host:1883, ssl://host:8883, ws://host/mqtt or wss://host/mqtt"
        )
    if parts.username or parts.password:
        raise ValueError("a broker URL holds no user or password; use broker.username and a property")
    if parts.port == 0:
        raise ValueError("a port is between 1 and 65535")
    return text


def _check_secret(text: str) -> str:
    if not _REFERENCE.match(text):
        raise ValueError(
            "a password never stands in a workload; write a reference such as ${__P(ackgate.password)}"
        )
    return text


BrokerUrl = Annotated[str, AfterValidator(_check_url)]
SecretReference = Annotated[str, AfterValidator(_check_secret)]
MqttVersion = Annotated[
    Literal["3.1.1", "5"], BeforeValidator(lambda value: "5" if value in (5, 5.0, "5.0") else value)
]


class Will(FrozenModel):
    """Will message (MQTT 5.0 section 3.1.2.5)."""

    topic: TopicName
    payload: str = ""
    qos: Literal[0, 1, 2] = 0
    retain: bool = False


class Tls(FrozenModel):
    """TLS of ssl:// and wss://. Files are PEM (keys in PKCS#8) or one PKCS12; verified by default."""

    ca_file: Path | None = Field(
        default=None, description="PEM of the authorities; the JVM's own when absent"
    )
    cert_file: Path | None = Field(default=None, description="PEM of the client certificate and its chain")
    key_file: Path | None = Field(default=None, description="PEM of the client key, PKCS#8")
    key_password: SecretReference | None = None
    pkcs12_file: Path | None = None
    pkcs12_password: SecretReference | None = None
    verify: bool = True
    sni: str | None = None
    alpn: str | None = None
    versions: list[Literal["TLSv1.2", "TLSv1.3"]] = ["TLSv1.2", "TLSv1.3"]

    @model_validator(mode="after")
    def _pairs(self) -> Self:
        if (self.cert_file is None) != (self.key_file is None):
            raise ValueError("cert_file and key_file are given together")
        if self.pkcs12_file is not None and self.cert_file is not None:
            raise ValueError(
                "a client certificate comes from cert_file and key_file or from pkcs12_file, not both"
            )
        return self


class Reconnect(FrozenModel):
    """What a client does after a loss, at its next element."""

    attempts: int = Field(default=3, ge=0, le=1000)
    pause_ms: int = Field(default=1000, ge=0, le=3_600_000)


class Broker(FrozenModel):
    """Where to connect and how (MQTT 5.0 section 3.1)."""

    url: BrokerUrl
    version: MqttVersion = "3.1.1"
    clean_start: bool = True
    keep_alive_s: int = Field(default=60, ge=0, le=65_535)
    connect_timeout_s: float = Field(default=30, gt=0, le=3600)
    username: str | None = None
    password: SecretReference | None = Field(
        default=None, description="a reference; with a username the default is ${__P(ackgate.password)}"
    )
    session_expiry_s: int | None = Field(default=None, ge=0, le=4_294_967_295)
    receive_maximum: int | None = Field(default=None, ge=1, le=65_535)
    maximum_packet_size_bytes: int | None = Field(default=None, ge=1, le=268_435_455)
    user_properties: dict[str, str] = {}
    will: Will | None = None
    ws_headers: dict[str, str] = {}
    source_addresses: list[str] = Field(default=[], description="local addresses, one per range of ports")
    tls: Tls | None = None
    reconnect: Reconnect = Reconnect()

    @property
    def encrypted(self) -> bool:
        """True for ssl:// and wss://."""
        return urlsplit(self.url).scheme in ("ssl", "wss")

    @property
    def tls_verified(self) -> bool | None:
        """Whether the broker's certificate is checked; None without TLS."""
        if not self.encrypted:
            return None
        return self.tls is None or self.tls.verify

    @model_validator(mode="after")
    def _belongs_together(self) -> Self:
        if self.version != "5":
            wrong = next((name for name in V5_ONLY if getattr(self, name)), None)
            if wrong is not None:
                raise ValueError(f"{wrong} needs version: 5")
        if self.tls is not None and not self.encrypted:
            raise ValueError("tls needs an ssl:// or wss:// url")
        if self.ws_headers and not self.url.startswith("ws"):
            raise ValueError("ws_headers needs a ws:// or wss:// url")
        if self.password is not None and self.username is None and self.version != "5":
            raise ValueError("a password needs a username on MQTT 3.1.1")
        return self
