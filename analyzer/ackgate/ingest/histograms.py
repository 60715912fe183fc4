"""End-to-end latencies of a receive window, written as a compressed HdrHistogram (V2) in base64."""

import base64
import binascii
import struct
import zlib

import numpy as np
from hdrh.codec import (  # type: ignore[import-untyped]
    HdrCookieException,
    HdrHistogramEncoder,
    HdrHistogramSettingsException,
    HdrLengthException,
)
from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

from ackgate.ingest.batch import Int64s

_HEADER_BYTES, _MAX_BYTES = 8, 4 << 20
_FAULTS = (
    ValueError,
    TypeError,
    IndexError,
    OverflowError,
    RuntimeError,
    struct.error,
    binascii.Error,
    zlib.error,
    HdrCookieException,
    HdrLengthException,
    HdrHistogramSettingsException,
)


def decode_histogram(text: str) -> tuple[Int64s, Int64s] | None:
    """(values, counts) of the recorded buckets, each value the middle of its bucket; None if unreadable.

    Text that unpacks to more than 4 MiB is refused.
    """
    try:
        inflater = zlib.decompressobj()
        inflater.decompress(base64.b64decode(text, validate=True)[_HEADER_BYTES:], _MAX_BYTES)
        if inflater.unconsumed_tail or not inflater.eof:
            return None
        payload = HdrHistogramEncoder.decode(text)
        facts = payload.payload
        histogram = HdrHistogram(
            facts.lowest_trackable_value,
            facts.highest_trackable_value,
            facts.significant_figures,
            hdr_payload=payload,
        )
    except _FAULTS:
        return None
    counts = np.frombuffer(histogram.counts, dtype=np.int64)
    indices = np.flatnonzero(counts > 0)
    return _values(histogram, indices.astype(np.int64)), counts[indices].copy()


def _values(histogram: HdrHistogram, indices: Int64s) -> Int64s:
    half, magnitude = histogram.sub_bucket_half_count, histogram.sub_bucket_half_count_magnitude
    bucket = (indices >> magnitude) - 1
    sub_bucket = (indices & (half - 1)) + np.where(bucket < 0, 0, half)
    shift = np.maximum(bucket, 0) + histogram.unit_magnitude
    result: Int64s = (sub_bucket << shift) + ((1 << shift) >> 1)
    return result
