"""Connections: connect time and its parts, reconnects, and the seconds that hold the tail."""

import numpy as np
import pandas as pd

from ackgate.model.statistics import Connect, TailSecond
from ackgate.stats.context import Context
from ackgate.stats.counts import Counts
from ackgate.stats.percentiles import nearest_rank, percentile, percentiles, value_at
from ackgate.stats.timeline import Timeline

CONNECT_OPERATIONS = ("connect", "reconnect")
CURVE_RANKS = ("0", "1", "5", "10", "25", "50", "75", "90", "95", "98", "99", "99.5", "99.9", "100")
MAX_TAIL_SECONDS = 60


def connect_statistics(context: Context) -> Connect | None:
    """Connects of the whole run; None where no row is a connect."""
    rows = context.elapsed.operations(*CONNECT_OPERATIONS)
    if rows.n == 0:
        return None
    counts = rows.good.counts
    connects, again = rows.good.operations("connect").n, rows.operations("reconnect").n

    def part(quantity: str) -> Counts:
        return context.table(quantity).operations(*CONNECT_OPERATIONS).good.counts

    return Connect(
        percentiles_ms=percentiles(counts, per_ms=1, method=context.method),
        tcp_ms=percentiles(part("tcp_us"), per_ms=1000, method=context.method),
        tls_ms=percentiles(part("tls_us"), per_ms=1000, method=context.method),
        connack_ms=percentiles(part("connack_us"), per_ms=1000, method=context.method),
        rate_per_s=_connect_rate_per_s(context.cubes.series, context.cubes.series_step_s),
        first=connects,
        reconnects=again,
        failed=rows.failed,
        n=counts.n,
        curve_ms=_curve(counts),
        tail=_tail_seconds(context.cubes.series, counts, context.timeline),
    )


def _connects(series: pd.DataFrame) -> pd.DataFrame:
    return series[series["operation"].isin(CONNECT_OPERATIONS) & series["success"].astype(bool)]


def _connect_rate_per_s(series: pd.DataFrame, step_s: int) -> float | None:
    """First connects over the seconds they took, from the first to the last; None without one."""
    rows = series[(series["operation"] == "connect") & series["success"].astype(bool)]
    if rows.empty:
        return None
    return round(float(rows["count"].sum()) / float(rows["second"].max() - rows["second"].min() + step_s), 6)


def _curve(counts: Counts) -> list[tuple[float, float]]:
    if counts.n == 0:
        return []
    return [(float(rank), float(value_at(counts, nearest_rank(counts.n, rank)))) for rank in CURVE_RANKS]


def _tail_seconds(series: pd.DataFrame, counts: Counts, timeline: Timeline) -> list[TailSecond]:
    """Seconds that hold connects above P99 (above P90 where P99 is not known); the busiest are kept."""
    limit_ms = percentile(counts, "99") or percentile(counts, "90")
    rows = _connects(series)
    if limit_ms is None or rows.empty:
        return []
    slow = rows[rows["bucket_ms"].to_numpy(dtype=np.int64) > limit_ms]
    per_second = slow.groupby("second", sort=True)["count"].sum()
    busiest = per_second.sort_values(ascending=False, kind="stable").head(MAX_TAIL_SECONDS).sort_index()
    return [
        TailSecond(at_s=timeline.second_at_s(int(second)), slow_connects=int(count))
        for second, count in zip(busiest.index, busiest, strict=True)
    ]
