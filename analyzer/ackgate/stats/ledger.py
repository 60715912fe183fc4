"""What the plan owes against what arrived, per second and in all."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ackgate.model.cubes import Cubes
from ackgate.model.delivery import Delivery
from ackgate.model.manifest import RunManifest
from ackgate.stats.counts import IntArray
from ackgate.stats.per_second import per_bin
from ackgate.stats.percentiles import FloatArray
from ackgate.stats.table import ValueTable, empty_table

#: Ten days: a longer span per second is a damaged time, not a run.
MAX_BINS = 864_000
#: Codes of publishes that were never written to a socket.
NEVER_LEFT = ("NOT_CONNECTED", "INVALID_INPUT")


@dataclass(frozen=True)
class Ledger:
    """Deliveries per bin of ``step_s`` from epoch second ``first_second``; arrays of shape (bins,).

    ``unknown`` are deliveries of publishes that failed after they may have left, or were cut by the scheduled
    end: the broker may have taken them or not. ``received`` is None where no receive row exists.
    """

    first_second: int
    owed: FloatArray
    unknown: float
    received: IntArray | None
    step_s: int = 1


def _published(series: pd.DataFrame, label: str) -> tuple[IntArray, IntArray]:
    kept = (series["operation"] == "publish") & (series["label"] == label) & series["success"].astype(bool)
    rows = series[kept]
    return rows["second"].to_numpy(dtype=np.int64), rows["count"].to_numpy(dtype=np.int64)


def _fate_unknown(outcomes: pd.DataFrame, label: str) -> int:
    """Failed publishes that may have reached the broker."""
    failed = (
        (outcomes["operation"] == "publish")
        & (outcomes["label"] == label)
        & ~outcomes["success"].astype(bool)
    )
    left = ~outcomes["code"].isin(NEVER_LEFT)
    return int(outcomes.loc[failed & left, "count"].sum())


def read_ledger(cubes: Cubes, manifest: RunManifest | None) -> Ledger | None:
    """The ledger of a planned run; None without a plan, without publishes, or over an absurd span of time."""
    if manifest is None or not manifest.streams or cubes.series.empty:
        return None
    received, step_s = cubes.received, cubes.series_step_s
    first = int(cubes.series["second"].min()) // step_s
    last = int(max(cubes.series["second"].max(), received["second"].max() if len(received) else 0)) // step_s
    if last - first >= MAX_BINS:
        return None
    owed, unknown = np.zeros(last - first + 1), 0.0
    for stream in manifest.streams:
        second, count = _published(cubes.series, stream.label)
        owed += per_bin(second // step_s, count, first, last) * stream.owed_per_publish
        unknown += _fate_unknown(cubes.outcomes, stream.label) * stream.owed_per_publish
    unknown += (manifest.cut_publishes or 0) * max(stream.owed_per_publish for stream in manifest.streams)
    arrived = None
    if len(received):
        seconds = received["second"].to_numpy(dtype=np.int64)
        arrived = per_bin(seconds // step_s, received["received"].to_numpy(dtype=np.int64), first, last)
    return Ledger(first * step_s, owed, unknown, arrived, step_s)


def delivery_statistics(
    cubes: Cubes, tables: dict[str, ValueTable], manifest: RunManifest | None, ledger: Ledger | None
) -> Delivery | None:
    """Sent, acknowledged, owed, received, lost; None where nothing was published or received."""
    sent = tables.get("elapsed_ms", empty_table()).operations("publish").good.n
    acknowledged = tables.get("ack_us", empty_table()).operations("publish").good.n
    received = cubes.received
    if sent == 0 and received.empty:
        return None
    owed = None if ledger is None else round(float(ledger.owed.sum()))
    arrived = int(received["received"].sum()) if len(received) else None
    stamped = int(received["lost"].sum()) if len(received) else None
    by_ledger = max(0, owed - arrived) if owed is not None and arrived is not None else None
    return Delivery(
        sent=sent,
        acknowledged=acknowledged,
        owed=owed,
        received=arrived,
        lost=stamped if by_ledger is None else by_ledger,
        duplicate=int(received["duplicate"].sum()) if len(received) else None,
        reordered=int(received["reordered"].sum()) if len(received) else None,
        late_acks=None if manifest is None else manifest.late_acks,
        qos0_sent=sent - acknowledged,
        not_known=_not_known(owed, arrived),
    )


def _not_known(owed: int | None, received: int | None) -> str | None:
    if owed is None:
        return "owed is not known: no plan (run.json) says which subscriptions match"
    if received is None:
        return "received is not known: no receive row in the data"
    return None
