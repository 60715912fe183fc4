"""Acknowledge time by client identifier, and the lives of the slowest messages."""

import numpy as np
import pandas as pd

from ackgate.model.statistics import HeatMap, MessageLife, SlowClient
from ackgate.stats.counts import IntArray
from ackgate.stats.table import Codes
from ackgate.stats.timeline import Timeline, iso_utc

MAX_SLOW_CLIENTS = 20
MAX_HEAT_CLIENTS = 5_000
MAX_HEAT_COLUMNS = 60
MAX_LIVES = 20


def slow_clients(clients: pd.DataFrame) -> list[SlowClient]:
    """The clients with the slowest single acknowledgement, slowest first."""
    if clients.empty:
        return []
    summed = clients.groupby("client_id", sort=True, observed=True).agg(
        {"count": "sum", "errors": "sum", "sum_us": "sum", "max_us": "max"}
    )
    slowest = summed.sort_values("max_us", ascending=False, kind="stable").head(MAX_SLOW_CLIENTS)
    return [
        SlowClient(
            client_id=str(client),
            publishes=int(count) + int(errors),
            errors=int(errors),
            mean_ms=round(float(sum_us) / max(1, int(count)) / 1000, 6),
            max_ms=round(float(max_us) / 1000, 6),
        )
        for client, count, errors, sum_us, max_us in slowest.itertuples(name=None)
    ]


def client_heat(clients: pd.DataFrame, timeline: Timeline) -> HeatMap | None:
    """Slowest acknowledgement (ms) per client and time; the 5,000 slowest clients in order of identifier."""
    if clients.empty:
        return None
    encoded = Codes.of(clients["client_id"])
    max_ms = clients["max_us"].to_numpy(dtype=np.float64) / 1000
    worst = np.zeros(len(encoded.names))
    np.maximum.at(worst, encoded.codes, max_ms)
    chosen = np.argsort(-worst, kind="stable")[:MAX_HEAT_CLIENTS]
    ordered = sorted(chosen.tolist(), key=lambda code: encoded.names[code])
    row_of = np.full(len(encoded.names), -1, dtype=np.int64)
    row_of[ordered] = np.arange(len(ordered))
    start_ms = clients["bin_start_ms"].to_numpy(dtype=np.int64)
    width_ms = _column_width_ms(start_ms)
    column = (start_ms - start_ms.min()) // width_ms
    cells = np.full((len(ordered), int(column.max()) + 1), -1.0)
    shown = (row_of[encoded.codes] >= 0) & (clients["count"].to_numpy(dtype=np.int64) > 0)
    np.maximum.at(cells, (row_of[encoded.codes[shown]], column[shown]), max_ms[shown])
    return HeatMap(
        row_labels=[encoded.names[code] for code in ordered],
        column_s=[timeline.at_s(int(start_ms.min()) + i * width_ms) for i in range(cells.shape[1])],
        values=[[None if cell < 0 else cell for cell in line] for line in cells.round(2).tolist()],
        shown_of=len(encoded.names),
    )


def _column_width_ms(start_ms: IntArray) -> int:
    """A whole number of the cube's own bins, so that no column falls between two of them."""
    starts = np.unique(start_ms)
    if starts.size == 1:
        return 1
    bin_ms = int(np.diff(starts).min())
    bins = (int(starts[-1]) - int(starts[0])) // bin_ms + 1
    return bin_ms * -(-bins // MAX_HEAT_COLUMNS)


def message_lives(lives: pd.DataFrame) -> list[MessageLife]:
    """The slowest publishes, slowest first."""
    if lives.empty:
        return []
    slowest = lives.sort_values(
        ["ack_us", "start_ms", "client_id"], ascending=[False, True, True], kind="stable"
    ).head(MAX_LIVES)
    columns = ["label", "client_id", "start_ms", "pubrec_us", "ack_us", "qos"]
    return [
        MessageLife(
            label=str(label),
            client_id=str(client_id),
            start=iso_utc(int(start_ms)),
            pubrec_ms=_known_ms(pubrec_us),
            completed_ms=round(float(ack_us) / 1000, 6),
            qos=int(qos),
        )
        for label, client_id, start_ms, pubrec_us, ack_us, qos in slowest[columns].itertuples(
            index=False, name=None
        )
    ]


def _known_ms(value_us: object) -> float | None:
    """None for a stage that the message did not have (empty, or not positive)."""
    number = float(value_us) if isinstance(value_us, (int, float)) else np.nan
    return round(number / 1000, 6) if number > 0 else None
