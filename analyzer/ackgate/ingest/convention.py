"""Is ``timeStamp`` a sample's start or its end? Rows are written when samples end; that tells.

JMeter's sampleresult.timestamp.start decides when the file is written, and leaves no trace in it.
"""

from dataclasses import dataclass

import numpy as np

from ackgate.ingest.batch import Int64s
from ackgate.model.cubes import TimestampConvention

_LEAST_SIGNS = 5
_CLEAR = 4


@dataclass(frozen=True)
class Finding:
    """The convention and the sentence that says why."""

    convention: TimestampConvention
    reason: str


def detect(time_ms: Int64s, elapsed_ms: Int64s, thread: Int64s) -> Finding:
    """Compare both readings of plain sample rows in file order: a thread runs one sample at a time, and rows
    come in the order of their ends. The reading that breaks these rules clearly more often is wrong."""
    order = np.argsort(thread, kind="stable")
    same = thread[order][1:] == thread[order][:-1]
    times, spans = time_ms[order], elapsed_ms[order]
    as_start = int(np.count_nonzero(same & (times[:-1] + spans[:-1] > times[1:] + 1)))
    as_end = int(np.count_nonzero(same & (times[1:] - spans[1:] + 1 < times[:-1])))
    found = _clearer(as_start, as_end)
    if found:
        return Finding(found, f"samples of one thread would overlap {max(as_start, as_end)} times otherwise")
    if min(as_start, as_end) >= _LEAST_SIGNS:
        return Finding(
            "start", "samples of one thread overlap either way; JMeter's shipped properties write starts"
        )
    ends = time_ms + elapsed_ms
    as_start = int(np.count_nonzero(np.diff(ends) < -1))
    as_end = int(np.count_nonzero(np.diff(time_ms) < -1))
    found = _clearer(as_start, as_end)
    if found:
        return Finding(found, "rows stand in the order of their ends under this reading")
    return Finding("start", "the rows do not tell; JMeter's shipped properties write starts")


def _clearer(as_start: int, as_end: int) -> TimestampConvention | None:
    if as_start >= _LEAST_SIGNS and as_start > _CLEAR * as_end:
        return "end"
    if as_end >= _LEAST_SIGNS and as_end > _CLEAR * as_start:
        return "start"
    return None
