"""The workload file: what people write, whole."""

import re
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from ackgate.model.criteria import Criterion
from ackgate.model.distribution import FrozenModel
from ackgate.model.workload_broker import Broker
from ackgate.model.workload_load import Devices, Load
from ackgate.model.workload_matrix import Matrix
from ackgate.model.workload_publish import (
    V5_ONLY_PUBLISH,
    IdleGroup,
    PublishStream,
    SubscriberGroup,
    Subscription,
)
from ackgate.model.workload_rate import rate_per_s

_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
#: Subscribers get this head start (s), and one more second for every so many of them.
SUBSCRIBER_LEAD_S = 2
SUBSCRIBERS_PER_S = 500


def _check_name(text: str) -> str:
    if not _NAME.match(text):
        raise ValueError("a workload name has letters, digits, . _ and -")
    return text


class BackendListener(FrozenModel):
    """JMeter's own InfluxDB backend listener. A token comes from the property ``ackgate.influxdb_token``."""

    influxdb_url: str = Field(pattern=r"^https?://[^@\s]+$")
    measurement: str = "jmeter"
    application: str | None = None
    summary_only: bool = False


class Workload(FrozenModel):
    """One load test. Paths are relative to the workload file."""

    name: Annotated[str, AfterValidator(_check_name)]
    title: str | None = None
    note: str | None = Field(default=None, description="shown in the plan's comment and before a run")
    broker: Broker
    devices: Devices
    load: Load
    subscribe: list[Subscription] = []
    publish: list[PublishStream] = []
    subscribers: list[SubscriberGroup] = []
    idle: list[IdleGroup] = []
    criteria: list[Criterion] = []
    matrix: Matrix | None = None
    backend_listener: BackendListener | None = None

    @property
    def lead_s(self) -> int:
        """Seconds by which the subscribers start before the devices."""
        count = sum(group.size(self.load.devices) for group in self.subscribers)
        return SUBSCRIBER_LEAD_S + count // SUBSCRIBERS_PER_S if count else 0

    @property
    def length_s(self) -> float:
        """Planned end of publishing, counted from test start; estimated when iterations end it."""
        if self.load.length_s is not None:
            return self.load.length_s
        periods_s = [1 / stream.rate_per_device_per_s(self.load.devices) for stream in self.publish]
        return self.lead_s + self.load.ramp_up_s + (self.load.iterations or 0) * max(periods_s, default=0.0)

    @property
    def client_count(self) -> int:
        """Connections of the whole test."""
        subscribers = sum(group.size(self.load.devices) for group in self.subscribers)
        return self.load.devices + subscribers + sum(group.count for group in self.idle)

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        for what, names in (
            ("publish", [stream.name for stream in self.publish]),
            ("subscribers", [group.name for group in self.subscribers]),
            ("idle", [group.name for group in self.idle]),
        ):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"{what}: the name '{twice}' is given twice")
        return self

    @model_validator(mode="after")
    def _fits_the_protocol(self) -> Self:
        if self.broker.version != "5":
            for stream in self.publish:
                wrong = [name for name in V5_ONLY_PUBLISH if getattr(stream, name) not in (None, {})]
                if stream.stamp == "user_property":
                    wrong.append("stamp: user_property")
                if wrong:
                    raise ValueError(f"publish.{stream.name}: {wrong[0]} needs broker.version: 5")
        return self

    @model_validator(mode="after")
    def _load_can_be_made(self) -> Self:
        load = self.load
        if load.devices and self.devices.count is not None and self.devices.count < load.devices:
            raise ValueError(
                f"devices.count ({self.devices.count}) is below the {load.devices} connections of load"
            )
        if load.iterations is not None and len({self._rate_of(stream) for stream in self.publish}) != 1:
            raise ValueError("load.iterations needs publish streams that all have the same rate")
        if self.lead_s and load.length_s is not None and self._busy_s >= load.length_s:
            raise ValueError(
                f"ramp_up_s + warm_up_s + the subscribers' head start ({self.lead_s} s) leaves nothing of"
                f" the duration ({load.length_s:g} s); make duration_s longer"
            )
        if load.connections_per_thread > 1 and any(step.threads for step in load.steps):
            raise ValueError("load.steps of threads and connections_per_thread do not go together")
        return self

    @model_validator(mode="after")
    def _starts_once(self) -> Self:
        if self.matrix is not None and self.load.start_at is not None:
            raise ValueError(
                "load.start_at and matrix do not go together; runs of a matrix follow each other"
            )
        return self

    @model_validator(mode="after")
    def _expectations_have_a_column(self) -> Self:
        for group in self.subscribers:
            if group.expects is not None and self.devices.group_column is None:
                raise ValueError(f"subscribers.{group.name}: expects needs devices.group_column")
        return self

    @property
    def _busy_s(self) -> float:
        return self.lead_s + self.load.ramp_up_s + self.load.warm_up_s

    def _rate_of(self, stream: PublishStream) -> float:
        if stream.rate is not None:
            return rate_per_s(stream.rate)
        return stream.rate_per_device_per_s(self.load.devices)
