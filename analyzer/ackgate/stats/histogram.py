"""Counts on a logarithmic axis for the charts."""

import math

import numpy as np

from ackgate.model.distribution import HistogramBin
from ackgate.stats.counts import Counts

BINS = 60


def histogram(counts: Counts, *, per_ms: int, bins: int = BINS) -> list[HistogramBin]:
    """At most ``bins`` bins of equal width in ln(ms) from smallest to largest value.

    Edges of whole-millisecond values lie on half milliseconds, so no bin is empty only because no whole
    millisecond falls into it.
    """
    if counts.n == 0:
        return []
    half = 0.5 if per_ms == 1 else 0.0
    low_ms = max(counts.values[0] / per_ms - half, 0.5 / per_ms)
    high_ms = max(counts.values[-1] / per_ms + half, low_ms * 1.01)
    edges_ms = np.exp(np.linspace(math.log(low_ms), math.log(high_ms), bins + 1))
    if per_ms == 1:
        edges_ms = np.unique(np.rint(edges_ms + 0.5) - 0.5)
    cells = np.clip(np.searchsorted(edges_ms, counts.values / per_ms, side="right") - 1, 0, edges_ms.size - 2)
    held = np.rint(np.bincount(cells, weights=counts.counts, minlength=edges_ms.size - 1)).astype(np.int64)
    return [
        HistogramBin(low_ms=round(float(low), 6), high_ms=round(float(high), 6), count=int(count))
        for low, high, count in zip(edges_ms[:-1], edges_ms[1:], held, strict=True)
    ]
