"""Counts on a logarithmic axis for the charts."""

import math
from itertools import pairwise

import numpy as np

from ackgate.model.distribution import HistogramBin
from ackgate.stats.counts import Counts
from ackgate.stats.percentiles import FloatArray

BINS = 60


def whole_ms_edges(lowest_ms: int, highest_ms: int, bins: int) -> FloatArray:
    """Edges on half milliseconds, about even in ln(ms + 1), at most ``bins`` bins; shape (bins + 1,) or less.

    On half milliseconds no bin is empty only because no whole millisecond falls into it.
    """
    even = np.exp(np.linspace(math.log(max(lowest_ms, 0) + 1), math.log(max(highest_ms, 0) + 2), bins + 1))
    return np.unique(np.rint(even)) - 1.5


def histogram(counts: Counts, *, per_ms: int, bins: int = BINS) -> list[HistogramBin]:
    """At most ``bins`` bins of about equal width in ln(ms) from smallest to largest value."""
    if counts.n == 0:
        return []
    if per_ms == 1:
        edges_ms = whole_ms_edges(int(counts.values[0]), int(counts.values[-1]), bins)
    else:
        low_ms = max(counts.values[0], 1) / per_ms
        high_ms = max((max(counts.values[-1], 1) + 1) / per_ms, low_ms * 1.01)
        edges_ms = np.exp(np.linspace(math.log(low_ms), math.log(high_ms), bins + 1))
    cells = np.clip(np.searchsorted(edges_ms, counts.values / per_ms, side="right") - 1, 0, edges_ms.size - 2)
    held = np.rint(np.bincount(cells, weights=counts.counts, minlength=edges_ms.size - 1)).astype(np.int64)
    return [
        HistogramBin(low_ms=round(max(low, 0.0), 6), high_ms=round(high, 6), count=count)
        for (low, high), count in zip(pairwise(edges_ms.tolist()), held.tolist(), strict=True)
    ]
