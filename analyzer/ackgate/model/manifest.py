"""run.json: what was run, with what, and what the plan owes."""

from typing import Literal

from pydantic import Field

from ackgate.model.distribution import FrozenModel


class StreamPlan(FrozenModel):
    """One publish stream as planned."""

    label: str
    topic: str
    qos: Literal[0, 1, 2]
    rate_per_device_per_s: float
    intended_rate_per_s: float
    owed_per_publish: float = Field(
        description="subscriptions that match the topic; a shared group counts once"
    )
    payload_bytes: int | None = None


class SubscriberPlan(FrozenModel):
    """One subscriber group as planned."""

    name: str
    count: int
    topic_filter: str
    qos: Literal[0, 1, 2]
    shared: bool


class FileHash(FrozenModel):
    """A file of the run folder with its SHA-256 (lower-case hex) and size."""

    path: str
    sha256: str
    size_bytes: int


class Versions(FrozenModel):
    """Versions in force; None where not known."""

    ackgate: str
    python: str | None = None
    java: str | None = None
    jmeter: str | None = None
    sampler: str | None = None
    broker: str | None = None


class HostFacts(FrozenModel):
    """The load generator; None where not known."""

    hostname: str | None = None
    os: str | None = None
    cpu_model: str | None = None
    cpu_count: int | None = None
    memory_bytes: int | None = None
    file_descriptor_limit: int | None = None


class RunManifest(FrozenModel):
    """run.json. Times are epoch milliseconds; durations count from ``started_ms``."""

    schema_version: Literal[1] = 1
    run_id: str
    workload_name: str
    title: str | None = None
    versions: Versions
    host: HostFacts
    command: list[str]
    seed: int | None = None
    broker_kind: Literal["embedded", "url", "unknown"] = "unknown"
    broker_url: str | None = None
    broker_process: str | None = Field(
        default=None, description="name of the broker's process where it was measured on this machine"
    )
    broker_process_not_known: Literal["address", "remote", "hidden", "ended"] | None = Field(
        default=None,
        description="why not: no address in the plan, another machine, not to be seen by this user, it ended",
    )
    mqtt_version: str | None = None
    tls: bool = False
    tls_verified: bool | None = Field(
        default=None,
        description="whether the broker's certificate is checked; None without TLS or where not known",
    )
    threads: int | None = None
    ramp_up_s: float | None = None
    warm_up_s: float | None = None
    duration_s: float | None = None
    drain_s: float | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    test_started_ms: int | None = Field(default=None, description="start of JMeter's test, from its log")
    jmeter_exit_code: int | None = None
    interrupted: bool = False
    streams: list[StreamPlan] = []
    subscribers: list[SubscriberPlan] = []
    late_acks: int | None = None
    cut_publishes: int | None = Field(
        default=None, description="publishes under way when the schedule ended or a stop came; in no row"
    )
    negative_latencies: int | None = Field(
        default=None, description="end-to-end latencies below zero that the sampler counted (clock skew)"
    )
    cell: dict[str, str] = Field(
        default={}, description="matrix parameters of this run, empty outside a matrix"
    )
    files: list[FileHash] = []
    notes: list[str] = []
