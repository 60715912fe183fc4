"""Latency over time as a map: how many samples fell into each cell."""

from itertools import pairwise

import numpy as np

from ackgate.model.statistics import HeatMap
from ackgate.stats.context import Context
from ackgate.stats.histogram import whole_ms_edges

MAX_COLUMNS = 120
ROWS = 24


def latency_heat(context: Context) -> HeatMap | None:
    """Elapsed of acknowledged publishes (of all samples without any) by time slice; row 0 is fastest."""
    good = context.elapsed.good
    acknowledged = context.table("ack_us").operations("publish").labels
    publishes = good.operations("publish").where(good.operations("publish").label.are(acknowledged))
    table = publishes if publishes.n else good
    if table.n == 0:
        return None
    edges_ms = whole_ms_edges(int(table.value.min()), int(table.value.max()), ROWS)
    rows = edges_ms.size - 1
    row = np.clip(np.searchsorted(edges_ms, table.value, side="right") - 1, 0, rows - 1)
    slices = (table.slice_start_ms - table.slice_start_ms.min()) // max(1, context.timeline.slice_ms)
    width = int(slices.max()) // MAX_COLUMNS + 1
    column = slices // width
    columns = int(column.max()) + 1
    cells = np.bincount(row * columns + column, weights=table.count, minlength=rows * columns)
    first_ms, step_ms = int(table.slice_start_ms.min()), width * context.timeline.slice_ms
    return HeatMap(
        row_labels=[
            _whole_ms(round(low + 0.5), round(high - 0.5)) for low, high in pairwise(edges_ms.tolist())
        ],
        column_s=[context.timeline.at_s(first_ms + i * step_ms) for i in range(columns)],
        values=[
            [int(cell) if cell else None for cell in line] for line in cells.reshape(rows, columns).round()
        ],
        shown_of=table.n,
    )


def _whole_ms(first: int, last: int) -> str:
    return f"{first} ms" if first == last else f"{first}\u2013{last} ms"
