"""The broker's own cumulative counters as rates, with their resets marked."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ackgate.model.delivery import BrokerPoint
from ackgate.stats.percentiles import FloatArray
from ackgate.stats.timeline import Timeline

MAX_POINTS = 600


@dataclass(frozen=True)
class Counter:
    """A cumulative counter made continuous over resets. Arrays of shape (polls,); NaN where not polled."""

    time_ms: FloatArray
    total: FloatArray
    resets_ms: tuple[int, ...]

    def between(self, start_ms: float, end_ms: float) -> float | None:
        """Growth per second over the polls inside [start_ms, end_ms]; None below two polls."""
        inside = (self.time_ms >= start_ms) & (self.time_ms <= end_ms) & ~np.isnan(self.total)
        time_ms, total = self.time_ms[inside], self.total[inside]
        if time_ms.size < 2 or time_ms[-1] <= time_ms[0]:
            return None
        return round(float(total[-1] - total[0]) / float(time_ms[-1] - time_ms[0]) * 1000, 6)


def continuous_counter(broker: pd.DataFrame, column: str) -> Counter:
    """A counter that falls has restarted from zero: its new value counts as growth, its old total is kept."""
    time_ms = broker["time_ms"].to_numpy(dtype=np.float64)
    raw = broker[column].to_numpy(dtype=np.float64)
    known = ~np.isnan(raw)
    steps = np.diff(raw[known], prepend=raw[known][:1])
    reset = steps < 0
    steps[reset] = raw[known][reset]
    total = np.full(raw.shape, np.nan)
    total[known] = np.cumsum(steps)
    return Counter(time_ms, total, tuple(int(moment) for moment in time_ms[known][reset]))


def _rates(counter: Counter) -> FloatArray:
    seconds = np.diff(counter.time_ms) / 1000
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = np.diff(counter.total) / seconds
    rates[~np.isfinite(rates)] = np.nan
    return np.append(np.array([np.nan]), rates)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 6)


def broker_points(broker: pd.DataFrame | None, timeline: Timeline) -> list[BrokerPoint]:
    """One point per poll, thinned evenly to at most 600 by taking wider intervals."""
    if broker is None or len(broker) < 2:
        return []
    step = -(-len(broker) // MAX_POINTS)
    rows = broker.sort_values("time_ms", kind="stable").iloc[::step]
    received, sent = continuous_counter(rows, "publish_received"), continuous_counter(rows, "publish_sent")
    dropped = rows["publish_dropped"].to_numpy(dtype=np.float64)
    clients = rows["clients"].to_numpy(dtype=np.float64)
    return [
        BrokerPoint(
            at_s=timeline.at_s(float(time_ms)),
            publish_received_per_s=_number(inbound),
            publish_sent_per_s=_number(outbound),
            publish_dropped=None if np.isnan(lost) else int(lost),
            clients=None if np.isnan(connected) else int(connected),
        )
        for time_ms, inbound, outbound, lost, connected in zip(
            received.time_ms, _rates(received), _rates(sent), dropped, clients, strict=True
        )
    ]
