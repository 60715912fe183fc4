"""Rate, errors and percentiles of a label over time."""

import numpy as np
import pandas as pd

from ackgate.model.distribution import SeriesPoint
from ackgate.stats.counts import GroupedCounts
from ackgate.stats.percentiles import grouped_nearest_rank
from ackgate.stats.table import Codes
from ackgate.stats.timeline import Timeline

MAX_BINS = 240


def label_series(series: pd.DataFrame, labels: set[str], timeline: Timeline) -> dict[str, list[SeriesPoint]]:
    """Points of each label over the whole run, bins of whole seconds, at most 240 of them."""
    encoded = Codes.of(series["label"])
    kept = encoded.are(labels)
    if not kept.any():
        return {}
    chosen, codes = np.unique(encoded.codes[kept], return_inverse=True)
    second = series["second"].to_numpy(dtype=np.int64)[kept]
    first_second = timeline.start_ms // 1000
    width_s = max(1, -(-(timeline.end_ms // 1000 - first_second + 1) // MAX_BINS))
    bin_of = np.clip((second - first_second) // width_s, 0, MAX_BINS - 1)
    bins = int(min(MAX_BINS, (timeline.end_ms // 1000 - first_second) // width_s + 1))
    key = codes * MAX_BINS + bin_of
    count = series["count"].to_numpy(dtype=np.int64)[kept]
    good = series["success"].to_numpy(dtype=bool)[kept]
    bucket = series["bucket_ms"].to_numpy(dtype=np.int64)[kept]
    size = chosen.size * MAX_BINS
    errors = np.bincount(key[~good], weights=count[~good], minlength=size)
    grouped = GroupedCounts.of(key[good], bucket[good], count[good])
    table = np.full((3, size), np.nan)
    table[0, grouped.groups] = grouped.totals
    table[1, grouped.groups] = grouped_nearest_rank(grouped, "50", any_size=True)
    table[2, grouped.groups] = grouped_nearest_rank(grouped, "99", any_size=True)
    origin_s = timeline.second_at_s(first_second)
    return {
        encoded.names[code]: [
            _point(origin_s + i * width_s, width_s, table[:, row * MAX_BINS + i], errors[row * MAX_BINS + i])
            for i in range(bins)
        ]
        for row, code in enumerate(chosen)
    }


def _point(
    at_s: float, width_s: int, figures: np.ndarray[tuple[int], np.dtype[np.float64]], errors: float
) -> SeriesPoint:
    total, p50, p99 = (None if np.isnan(value) else float(value) for value in figures)
    return SeriesPoint(
        at_s=round(at_s, 3),
        rate_per_s=round((total or 0.0) / width_s, 6),
        errors=round(errors),
        p50_ms=p50,
        p99_ms=p99,
    )
