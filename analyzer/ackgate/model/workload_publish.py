"""Publish streams of a device, and the groups that subscribe to them."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from ackgate.model.distribution import FrozenModel
from ackgate.model.workload_rate import Rate, rate_per_s
from ackgate.model.workload_topic import TopicFilter, TopicName, share_of, variables_of

Qos = Literal[0, 1, 2]
Stamp = Literal["none", "header", "json", "user_property"]
MAX_PAYLOAD_BYTES = 268_435_455
HEADER_STAMP_BYTES = 32
_PAYLOAD_FIELDS = ("payload", "payload_text", "payload_hex", "payload_base64", "size_bytes", "mix")
#: Publish options that only MQTT 5 has.
V5_ONLY_PUBLISH = (
    "message_expiry_s",
    "content_type",
    "response_topic",
    "correlation_data",
    "user_properties",
)


class MixPart(FrozenModel):
    """One size of a weighted mix; weights are relative."""

    size_bytes: int = Field(ge=0, le=MAX_PAYLOAD_BYTES)
    weight: float = Field(gt=0)


class PublishStream(FrozenModel):
    """One publish stream of every device. ``name`` is its label in the result file."""

    name: str = Field(min_length=1, max_length=200)
    topic: TopicName
    qos: Qos = 1
    rate: Rate | None = Field(default=None, description="per device")
    total_rate: Rate | None = Field(default=None, description="all devices together")
    payload: Path | None = Field(default=None, description="file; its ${variables} are filled per publish")
    payload_text: str | None = None
    payload_hex: str | None = Field(default=None, pattern=r"^([0-9A-Fa-f]{2})*$")
    payload_base64: str | None = Field(default=None, pattern=r"^[A-Za-z0-9+/]*={0,2}$")
    size_bytes: int | None = Field(
        default=None, ge=0, le=MAX_PAYLOAD_BYTES, description="random bytes, seeded"
    )
    mix: list[MixPart] = Field(default=[], description="random bytes of several sizes by weight")
    retain: bool = False
    ack_timeout_ms: int = Field(default=5000, ge=1, le=3_600_000)
    stamp: Stamp | None = Field(default=None, description="header for sizes of 32 bytes or more, else none")
    message_expiry_s: int | None = Field(default=None, ge=0, le=4_294_967_295)
    content_type: str | None = None
    response_topic: TopicName | None = None
    correlation_data: str | None = None
    user_properties: dict[str, str] = {}

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        if (self.rate is None) == (self.total_rate is None):
            raise ValueError("a stream has rate (per device) or total_rate (whole test), exactly one of them")
        given = [name for name in _PAYLOAD_FIELDS if getattr(self, name) not in (None, [])]
        if len(given) != 1:
            allowed = ", ".join(_PAYLOAD_FIELDS)
            raise ValueError(f"a stream has exactly one of {allowed}; {', '.join(given) or 'none'} given")
        if self.stamp == "header" and self.smallest_bytes < HEADER_STAMP_BYTES:
            raise ValueError(f"stamp: header needs size_bytes or mix sizes of at least {HEADER_STAMP_BYTES}")
        if self.stamp == "json" and (self.size_bytes is not None or self.mix):
            raise ValueError("stamp: json needs a JSON payload; random bytes take stamp: header")
        return self

    @property
    def smallest_bytes(self) -> int:
        """Smallest generated payload; 0 for files and literals, whose first bytes are not ours to change."""
        return min((part.size_bytes for part in self.mix), default=self.size_bytes or 0)

    @property
    def effective_stamp(self) -> Stamp:
        """The stamp in force where none is asked for."""
        if self.stamp is not None:
            return self.stamp
        return "header" if self.smallest_bytes >= HEADER_STAMP_BYTES else "none"

    def rate_per_device_per_s(self, devices: int) -> float:
        """Publishes per second of one device out of ``devices``."""
        if self.rate is not None:
            return rate_per_s(self.rate)
        return rate_per_s(self.total_rate or "") / max(devices, 1)


class Subscription(FrozenModel):
    """One topic filter that every device subscribes to. Devices do not read what they receive."""

    topic_filter: TopicFilter
    qos: Qos = 1


class SubscriberGroup(FrozenModel):
    """Clients that subscribe before the first publish and stay for ``load.drain_s`` after the last."""

    name: str = Field(min_length=1, max_length=200, pattern=r"^[^/+#]*$")
    count: int | None = Field(default=None, ge=0, le=100_000)
    per_device: bool = Field(default=False, description="one client per device, with the device's variables")
    topic_filter: TopicFilter
    qos: Qos = 1
    clean_start: bool = True
    client_id: str | None = Field(
        default=None, description="default: <name>-${__machineName()}-${__threadNum}; distinct per client"
    )
    expects: list[str] | None = Field(
        default=None, description="values of devices.group_column whose publishes this group is owed"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.count is None) != self.per_device:
            raise ValueError("a subscriber group has count or per_device: true, exactly one of them")
        if "${__" in self.topic_filter:
            raise ValueError(
                "a subscriber's topic_filter holds no JMeter function, or what it is owed is unknown"
            )
        if not self.per_device and variables_of(self.topic_filter):
            raise ValueError("a subscriber's topic_filter holds variables only with per_device: true")
        return self

    @property
    def shared(self) -> bool:
        """True for a shared subscription (``$share/...``): the group counts once in what is owed."""
        return share_of(self.topic_filter)[0] is not None

    def size(self, devices: int) -> int:
        """Clients of the group out of ``devices`` devices."""
        return devices if self.count is None else self.count


class IdleGroup(FrozenModel):
    """``count`` clients that connect, stay and say nothing. One JMeter thread holds them all."""

    name: str = Field(min_length=1, max_length=200)
    count: int = Field(ge=1, le=20_000)
    client_id: str | None = Field(
        default=None, description="{n} is the number; default: <name>-${__machineName()}-{n}"
    )
