"""The ledger of deliveries, the backlog, and the load that was offered."""

from typing import Literal

from ackgate.model.criteria import Verdict
from ackgate.model.distribution import FrozenModel


class Delivery(FrozenModel):
    """The ledger; None where not known. ``sent``: publishes on the socket; ``owed``: deliveries."""

    sent: int
    acknowledged: int
    owed: int | None
    received: int | None
    lost: int | None
    duplicate: int | None
    reordered: int | None = None
    late_acks: int | None = None
    qos0_sent: int = 0
    not_known: str | None = None


class BacklogPoint(FrozenModel):
    """Cumulative owed minus received (or broker inbound minus outbound) at a time."""

    at_s: float
    outstanding: float


class BacklogEstimate(FrozenModel):
    """One estimate of the backlog rate with its 95 % interval, per second."""

    rate_per_s: float
    low_per_s: float
    high_per_s: float


class Backlog(FrozenModel):
    """Rates per second with their interval; None and a reason where not known.

    ``slope`` is the trend of owed minus received in the steady window, ``balance`` what was still owed after
    the drain over the steady duration, ``method`` the one of both that decided.
    """

    inbound_per_s: float | None
    outbound_per_s: float | None
    rate_per_s: float | None
    low_per_s: float | None
    high_per_s: float | None
    verdict: Verdict
    source: Literal["ledger", "broker", "not_known"]
    reason: str | None = None
    points: list[BacklogPoint] = []
    fit_start_s: float | None = None
    fit_end_s: float | None = None
    counter_resets_s: list[float] = []
    advice: str | None = None
    method: Literal["slope", "balance"] | None = None
    slope: BacklogEstimate | None = None
    balance: BacklogEstimate | None = None
    broker_difference_per_s: float | None = None


class Load(FrozenModel):
    """Offered against achieved load of one stream, and the generator."""

    label: str
    intended_per_s: float
    achieved_per_s: float
    kept_share: float


class GeneratorPoint(FrozenModel):
    """Load generator and active threads at a time; None where not measured."""

    at_s: float
    threads: int | None
    jmeter_cpu_percent: float | None
    system_cpu_percent: float | None
    jmeter_rss_bytes: int | None
    jmeter_gc_pause_ms: float | None


class BrokerPoint(FrozenModel):
    """Broker counters differenced to rates."""

    at_s: float
    publish_received_per_s: float | None
    publish_sent_per_s: float | None
    publish_dropped: int | None
    clients: int | None


class BrokerEffort(FrozenModel):
    """CPU and memory of the broker's process in the steady window, or over the whole run where there is none.

    CPU percent of one core.
    """

    n: int
    window: Literal["steady", "whole"]
    cpu_mean_percent: float
    cpu_max_percent: float
    rss_max_bytes: int
