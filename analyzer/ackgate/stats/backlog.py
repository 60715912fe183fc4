"""Does the broker deliver as fast as it takes? Owed minus received, its rate, and the verdict on it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from ackgate.model.delivery import Backlog, BacklogEstimate, BacklogPoint
from ackgate.model.manifest import RunManifest
from ackgate.stats.backlog_slope import backlog_slope, drain_balance
from ackgate.stats.backlog_verdict import REDLINE_PER_S, judge_backlog
from ackgate.stats.broker_counters import continuous_counter
from ackgate.stats.ledger import Ledger
from ackgate.stats.percentiles import FloatArray
from ackgate.stats.timeline import Timeline

SCALE_OUT_PER_S = 5.0
MAX_POINTS = 600
#: A broker's counters are polled once a second and may be a second old.
COUNTER_AGE_S = 2.0


@dataclass(frozen=True)
class _Deliveries:
    """Cumulative deliveries at the end of each bin of ``step_s`` seconds, shape (bins,).

    ``window_s``: for how long a delivery may be under way before it is counted.
    """

    first_second: int
    owed: FloatArray
    received: FloatArray
    window_s: float
    source: Literal["ledger", "broker"]
    step_s: int


def _from_ledger(ledger: Ledger, window_s: float) -> _Deliveries | None:
    if ledger.received is None:
        return None
    arrived = np.cumsum(ledger.received).astype(np.float64)
    return _Deliveries(
        ledger.first_second, np.cumsum(ledger.owed), arrived, window_s, "ledger", ledger.step_s
    )


def _from_counters(ledger: Ledger, broker: pd.DataFrame | None) -> _Deliveries | None:
    if broker is None or len(broker) < 2:
        return None
    sent = continuous_counter(broker.sort_values("time_ms", kind="stable"), "publish_sent")
    known = ~np.isnan(sent.total)
    if known.sum() < 2:
        return None
    bin_ends_ms = (ledger.first_second + ledger.step_s * (1 + np.arange(ledger.owed.size))) * 1000.0
    delivered = np.interp(bin_ends_ms, sent.time_ms[known], sent.total[known])
    return _Deliveries(
        ledger.first_second, np.cumsum(ledger.owed), delivered, COUNTER_AGE_S, "broker", ledger.step_s
    )


def backlog_statistics(
    ledger: Ledger | None,
    timeline: Timeline,
    manifest: RunManifest | None,
    broker: pd.DataFrame | None,
    receive_window_s: float,
) -> Backlog:
    """Backlog against the redline of 0.1 deliveries per second; never claimed without a plan."""
    if ledger is None:
        return _not_known(
            "owed is not known: no plan (run.json) says which subscriptions match", timeline, broker
        )
    if not ledger.owed.any():
        return _not_known(
            "the plan owes no delivery: no subscription matches a published topic", timeline, broker
        )
    deliveries = _from_ledger(ledger, receive_window_s) or _from_counters(ledger, broker)
    if deliveries is None:
        return _not_known("received is not known: no receive row and no broker counter", timeline, broker)
    return _known(deliveries, ledger, timeline, manifest, broker)


def _fit_span(deliveries: _Deliveries, timeline: Timeline) -> tuple[int, int]:
    """Index range of the bins that are fitted: the steady window, else all."""
    if timeline.steady_start_ms is None or timeline.steady_end_ms is None:
        return 0, deliveries.owed.size
    step_ms = deliveries.step_s * 1000
    start = -(-timeline.steady_start_ms // step_ms) - deliveries.first_second // deliveries.step_s
    end = timeline.steady_end_ms // step_ms - deliveries.first_second // deliveries.step_s
    return max(0, start), min(deliveries.owed.size, end)


def _known(
    deliveries: _Deliveries,
    ledger: Ledger,
    timeline: Timeline,
    manifest: RunManifest | None,
    broker: pd.DataFrame | None,
) -> Backlog:
    start, end = _fit_span(deliveries, timeline)
    outstanding = deliveries.owed - deliveries.received
    step_s, seconds = deliveries.step_s, max(1, end - start) * deliveries.step_s
    inbound = _growth(deliveries.owed, start, end) / seconds
    outbound = _growth(deliveries.received, start, end) / seconds
    edge = max(inbound, outbound) * deliveries.window_s
    slope = backlog_slope(outstanding[start:end], edge=edge, step_s=step_s)
    balance = _balance(deliveries, ledger, timeline, manifest)
    found = judge_backlog(slope, balance, REDLINE_PER_S, "<=")
    first_ms = deliveries.first_second * 1000
    estimate = found.estimate
    return Backlog(
        inbound_per_s=round(inbound, 6),
        outbound_per_s=round(outbound, 6),
        rate_per_s=estimate.rate_per_s if estimate else None,
        low_per_s=estimate.low_per_s if estimate else None,
        high_per_s=estimate.high_per_s if estimate else None,
        verdict=found.verdict,
        source=deliveries.source,
        reason=found.reason,
        points=_points(outstanding, first_ms, step_s, timeline),
        fit_start_s=timeline.at_s(first_ms + start * step_s * 1000),
        fit_end_s=timeline.at_s(first_ms + end * step_s * 1000),
        counter_resets_s=_resets(broker, timeline),
        advice=_advice(slope),
        method=found.method,
        slope=slope,
        balance=balance,
        broker_difference_per_s=_broker_rates(broker, timeline)[2],
    )


def _balance(
    deliveries: _Deliveries, ledger: Ledger, timeline: Timeline, manifest: RunManifest | None
) -> BacklogEstimate | None:
    """None unless subscribers stayed for a drain and counted what they received."""
    if deliveries.source != "ledger" or manifest is None or not manifest.drain_s:
        return None
    if manifest.interrupted or manifest.jmeter_exit_code not in (None, 0):  # the drain was cut, or never came
        return None
    totals = float(deliveries.owed[-1]), ledger.unknown, float(deliveries.received[-1])
    return drain_balance(*totals, timeline.steady_s or timeline.duration_s)


def _growth(cumulative: FloatArray, start: int, end: int) -> float:
    before = float(cumulative[start - 1]) if start > 0 else 0.0
    return float(cumulative[end - 1]) - before if end > start else 0.0


def _points(outstanding: FloatArray, first_ms: int, step_s: int, timeline: Timeline) -> list[BacklogPoint]:
    every = -(-outstanding.size // MAX_POINTS)
    return [
        BacklogPoint(
            at_s=timeline.at_s(first_ms + (i + 1) * step_s * 1000),
            outstanding=round(float(outstanding[i]), 3),
        )
        for i in range(0, outstanding.size, every)
    ]


def _advice(slope: BacklogEstimate | None) -> str | None:
    if slope is None or slope.low_per_s <= SCALE_OUT_PER_S:
        return None
    return (
        f"The backlog grew by {slope.rate_per_s:.3g} deliveries/s through the whole steady window: "
        "add consumers or broker nodes, or lower the load."
    )


def _broker_rates(
    broker: pd.DataFrame | None, timeline: Timeline
) -> tuple[float | None, float | None, float | None]:
    """The broker's inbound, outbound and their difference per second, steady window where there is one."""
    if broker is None or len(broker) < 2:
        return None, None, None
    rows = broker.sort_values("time_ms", kind="stable")
    start_ms = timeline.start_ms if timeline.steady_start_ms is None else timeline.steady_start_ms
    end_ms = timeline.end_ms if timeline.steady_end_ms is None else timeline.steady_end_ms
    inbound = continuous_counter(rows, "publish_received").between(start_ms, end_ms)
    outbound = continuous_counter(rows, "publish_sent").between(start_ms, end_ms)
    if inbound is None or outbound is None:
        return inbound, outbound, None
    return inbound, outbound, round(inbound - outbound, 6)


def _resets(broker: pd.DataFrame | None, timeline: Timeline) -> list[float]:
    if broker is None or broker.empty:
        return []
    rows = broker.sort_values("time_ms", kind="stable")
    found = {
        moment
        for column in ("publish_received", "publish_sent")
        for moment in continuous_counter(rows, column).resets_ms
    }
    return [timeline.at_s(moment) for moment in sorted(found)]


def _not_known(reason: str, timeline: Timeline, broker: pd.DataFrame | None) -> Backlog:
    inbound, outbound, difference = _broker_rates(broker, timeline)
    return Backlog(
        inbound_per_s=inbound,
        outbound_per_s=outbound,
        rate_per_s=None,
        low_per_s=None,
        high_per_s=None,
        verdict="NOT_TESTED",
        source="not_known",
        reason=reason,
        counter_resets_s=_resets(broker, timeline),
        broker_difference_per_s=difference,
    )
