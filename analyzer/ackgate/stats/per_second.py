"""Views of the series cube: one value per bin of time."""

import numpy as np
import pandas as pd

from ackgate.stats.counts import GroupedCounts, IntArray


def seconds_of(series: pd.DataFrame, operation: str) -> IntArray:
    """Distinct epoch seconds in which the operation started, ascending, shape (seconds,)."""
    second = series.loc[series["operation"] == operation, "second"].to_numpy(dtype=np.int64)
    return np.unique(second)


def mean_ms_per_second(series: pd.DataFrame, operation: str | None) -> pd.Series:
    """Mean elapsed (ms, buckets of two digits) of successful samples, indexed by epoch second, ascending.

    None takes every operation. Seconds without a sample are absent.
    """
    kept = series["success"].to_numpy(dtype=bool)
    if operation is not None:
        kept = kept & (series["operation"] == operation).to_numpy(dtype=bool)
    second = series["second"].to_numpy(dtype=np.int64)[kept]
    if second.size == 0:
        return pd.Series(dtype=np.float64)
    count = series["count"].to_numpy(dtype=np.int64)[kept]
    bucket = series["bucket_ms"].to_numpy(dtype=np.int64)[kept]
    grouped = GroupedCounts.of(second - second.min(), bucket, count)
    return pd.Series(grouped.sums / grouped.totals, index=grouped.groups + second.min())


def per_bin(bin_of: IntArray, amount: IntArray, first: int, last: int) -> IntArray:
    """Sum of ``amount`` (rows,) for each bin number of [first, last], shape (last - first + 1,)."""
    inside = (bin_of >= first) & (bin_of <= last)
    summed = np.bincount(bin_of[inside] - first, weights=amount[inside], minlength=last - first + 1)
    return np.rint(summed).astype(np.int64)
