"""Latency over time as a map: how many samples fell into each cell."""

import math
from itertools import pairwise

import numpy as np

from ackgate.model.statistics import HeatMap
from ackgate.stats.context import Context

MAX_COLUMNS = 120
ROWS = 24


def latency_heat(context: Context) -> HeatMap | None:
    """Acknowledge time (elapsed where no row was acknowledged) by time slice; row 0 is the fastest."""
    acknowledged = context.table("ack_us").operations("publish").good
    table, per_ms = (acknowledged, 1000) if acknowledged.n else (context.elapsed.good, 1)
    if table.n == 0:
        return None
    low_ms = max(int(table.value.min()), 1) / per_ms
    high_ms = max(int(table.value.max()) / per_ms, low_ms * 1.01)
    edges_ms = np.exp(np.linspace(math.log(low_ms), math.log(high_ms), ROWS + 1))
    row = np.clip(np.searchsorted(edges_ms, table.value / per_ms, side="right") - 1, 0, ROWS - 1)
    slices = (table.slice_start_ms - table.slice_start_ms.min()) // max(1, context.timeline.slice_ms)
    width = int(slices.max()) // MAX_COLUMNS + 1
    column = slices // width
    columns = int(column.max()) + 1
    cells = np.bincount(row * columns + column, weights=table.count, minlength=ROWS * columns)
    first_ms, step_ms = int(table.slice_start_ms.min()), width * context.timeline.slice_ms
    return HeatMap(
        row_labels=[f"{low:.3g}\u2013{high:.3g} ms" for low, high in pairwise(edges_ms.tolist())],
        column_s=[context.timeline.at_s(first_ms + i * step_ms) for i in range(columns)],
        values=[
            [int(cell) if cell else None for cell in line] for line in cells.reshape(ROWS, columns).round()
        ],
        shown_of=table.n,
    )
