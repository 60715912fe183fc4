"""Timestamps of result files: epoch seconds, milliseconds, microseconds, nanoseconds, or a date format.

The formats are those JMeter's jmeter.save.saveservice.timestamp_format documents, and ISO 8601.
"""

from zoneinfo import ZoneInfo

import numpy as np
import numpy.typing as npt
import pandas as pd

from ackgate.ingest.options import IngestError

Int64s = npt.NDArray[np.int64]

YEAR_2000_MS = 946_684_800_000
YEAR_2100_MS = 4_102_444_800_000
#: Marks a time that can't be read, or lies outside 2000 to 2100.
NO_TIME = -1

_FORMATS = (
    "%Y/%m/%d %H:%M:%S.%f",
    "%Y/%m/%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S,%f",
    "%m/%d/%y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S.%f",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M:%S.%f",
)


def zone(name: str) -> ZoneInfo:
    """The named IANA zone. Raises IngestError when there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise IngestError(f"--tz {name}: not a known time zone; use a name such as Europe/Berlin") from error


def epoch_to_ms(values: Int64s) -> Int64s:
    """Milliseconds from epoch values whose unit shows in their magnitude; NO_TIME outside 2000 to 2100."""
    if len(values) and values.min() >= YEAR_2000_MS and values.max() < YEAR_2100_MS:
        return values
    result = np.full(len(values), NO_TIME, dtype=np.int64)
    for per_ms, factor in ((1, 1), (1_000, 1), (1_000_000, 1), (1, 1_000)):
        low, high = YEAR_2000_MS * per_ms // factor, YEAR_2100_MS * per_ms // factor
        inside = (values >= low) & (values < high)
        if inside.any():
            result[inside] = values[inside] * factor // per_ms
    return result


def texts_to_ms(texts: "pd.Series[str]", tz: ZoneInfo) -> Int64s:
    """Milliseconds from texts in any supported format, each on its own; NO_TIME where none fits."""
    result = np.full(len(texts), NO_TIME, dtype=np.int64)
    stripped = texts.str.strip()
    numeric = stripped.str.fullmatch(r"\d{1,18}").to_numpy(dtype=bool)
    if numeric.any():
        values: Int64s = np.asarray(stripped[numeric], dtype=np.int64)
        result[numeric] = epoch_to_ms(values)
    fractional = stripped.str.fullmatch(r"\d{9,10}\.\d{1,9}").to_numpy(dtype=bool)
    if fractional.any():
        result[fractional] = np.round(stripped[fractional].astype(float).to_numpy() * 1000).astype(np.int64)
    rest = ~(numeric | fractional) & stripped.str.contains(":", regex=False).to_numpy(dtype=bool)
    if rest.any():
        result[rest] = _dates_to_ms(stripped[rest], tz)
    return result


def _dates_to_ms(texts: "pd.Series[str]", tz: ZoneInfo) -> Int64s:
    result = np.full(len(texts), NO_TIME, dtype=np.int64)
    plain = texts.str.replace("T", " ", n=1, regex=False)
    offset = plain.str.contains(r"(?:Z|[+-]\d\d:?\d\d)$", regex=True).to_numpy(dtype=bool)
    if offset.any():
        aware = pd.to_datetime(plain[offset], format="ISO8601", utc=True, errors="coerce")
        result[offset] = _to_ms(aware)
    for date_format in _FORMATS:
        left = (result == NO_TIME) & ~offset
        if not left.any():
            break
        naive = pd.to_datetime(plain[left], format=date_format, errors="coerce")
        local = naive.dt.tz_localize(
            tz, ambiguous=np.ones(len(naive), dtype=bool), nonexistent="shift_forward"
        )
        result[left] = _to_ms(local)
    return result


def _to_ms(times: "pd.Series[pd.Timestamp]") -> Int64s:
    utc = times.dt.tz_convert("UTC").dt.tz_localize(None).dt.as_unit("ms")
    values = np.where(utc.isna(), NO_TIME, utc.to_numpy().astype("datetime64[ms]").astype(np.int64))
    inside = (values >= YEAR_2000_MS) & (values < YEAR_2100_MS)
    return np.where(inside, values, NO_TIME)
