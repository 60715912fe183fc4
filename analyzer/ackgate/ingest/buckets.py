"""Bucketing of values: two significant digits for series, HdrHistogram's three for microseconds."""

import numpy as np

from ackgate.ingest.batch import Int64s

_SUB_BUCKETS_LOG2 = 11
_TABLE_SIZE = 10_000


def two_digits(values: Int64s) -> Int64s:
    """Non-negative integers cut to two significant decimal digits (1234 -> 1200)."""
    small = values < _TABLE_SIZE
    if small.all():
        return _TWO_DIGITS[values]
    return np.where(small, _TWO_DIGITS[np.where(small, values, 0)], _cut(values))


def three_digits(values: Int64s) -> Int64s:
    """Values at or above 2048 become the middle of their bucket, 1024 buckets per octave: within 0.05 %.

    HdrHistogram's bucket scheme at three significant digits (hdrhistogram.org).
    """
    shift = np.maximum(np.frexp(values.astype(np.float64))[1] - _SUB_BUCKETS_LOG2, 0).astype(np.int64)
    middle = np.where(shift > 0, np.left_shift(1, np.maximum(shift - 1, 0)), 0)
    result: Int64s = np.left_shift(np.right_shift(values, shift), shift) + middle
    return result


def _cut(values: Int64s) -> Int64s:
    scale = np.ones(len(values), dtype=np.int64)
    left = values.copy()
    while (large := left >= 100).any():
        scale[large] *= 10
        left[large] //= 10
    return left * scale


_TWO_DIGITS = _cut(np.arange(_TABLE_SIZE, dtype=np.int64))
