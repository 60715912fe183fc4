"""What a run is asked to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ackgate.broker.counters import BrokerLogin
from ackgate.model.manifest import StreamPlan, SubscriberPlan


@dataclass(frozen=True)
class PlannedRun:
    """Facts of the plan that the run folder must carry; None where a foreign plan does not tell."""

    workload_name: str
    title: str | None = None
    mqtt_version: str | None = None
    tls_verified: bool | None = None
    seed: int | None = None
    threads: int | None = None
    ramp_up_s: float | None = None
    warm_up_s: float | None = None
    duration_s: float | None = None
    drain_s: float | None = None
    streams: tuple[StreamPlan, ...] = ()
    subscribers: tuple[SubscriberPlan, ...] = ()
    cell: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def length_s(self) -> float | None:
        """From test start to the end of the drain."""
        return None if self.duration_s is None else self.duration_s + (self.drain_s or 0.0)


@dataclass(frozen=True)
class BrokerTarget:
    """The broker under test. ``metrics_url`` and ``pid`` are set for the embedded one only."""

    kind: Literal["embedded", "url", "unknown"]
    login: BrokerLogin | None = None
    metrics_url: str | None = None
    pid: int | None = None

    @property
    def url(self) -> str | None:
        """Address for MQTT clients; None when a foreign plan keeps it to itself."""
        return self.login.url if self.login else None


@dataclass(frozen=True)
class RunRequest:
    """One run: the folder already holds plan.jmx (and plan.properties)."""

    folder: Path
    planned: PlannedRun
    broker: BrokerTarget
    command: tuple[str, ...]
    properties: Mapping[str, str] = field(default_factory=dict)
    secrets_file: Path | None = None
