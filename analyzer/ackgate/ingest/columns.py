"""Which column of a CSV result file is which: by header, or by position where there is none.

Column names and their order are those of JMeter's CSVSaveService; names are matched whatever their case.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

JMETER_COLUMNS = (
    "timeStamp",
    "elapsed",
    "label",
    "responseCode",
    "responseMessage",
    "threadName",
    "dataType",
    "success",
    "failureMessage",
    "bytes",
    "sentBytes",
    "grpThreads",
    "allThreads",
    "URL",
    "Filename",
    "Latency",
    "Encoding",
    "SampleCount",
    "ErrorCount",
    "Hostname",
    "IdleTime",
    "Connect",
)
DEFAULT_COLUMNS = tuple(
    name
    for name in JMETER_COLUMNS
    if name not in ("Filename", "Encoding", "SampleCount", "ErrorCount", "Hostname")
)
MQTT_TIMES = (
    "mqtt_tcp_us",
    "mqtt_tls_us",
    "mqtt_connack_us",
    "mqtt_ping_us",
    "mqtt_ack_us",
    "mqtt_pubrec_us",
    "mqtt_pubcomp_us",
    "mqtt_send_delay_us",
)
MQTT_COUNTS = ("mqtt_received", "mqtt_lost", "mqtt_duplicate", "mqtt_reordered")
MQTT_COLUMNS = (
    "mqtt_op",
    "mqtt_qos",
    "mqtt_client_id",
    "mqtt_connection",
    "mqtt_phase",
    *MQTT_TIMES,
    *MQTT_COUNTS,
    "mqtt_e2e_hdr",
)
REQUIRED_COLUMNS = ("timeStamp", "elapsed", "label")
#: Columns whose absence costs figures, in the order they are reported.
USEFUL_COLUMNS = ("responseCode", "responseMessage", "threadName", "success", "allThreads", *MQTT_COLUMNS)
INTEGER_COLUMNS = frozenset(
    (
        "elapsed",
        "bytes",
        "sentBytes",
        "grpThreads",
        "allThreads",
        "Latency",
        "SampleCount",
        "ErrorCount",
        "IdleTime",
        "Connect",
    )
)

_CANONICAL = {name.lower(): name for name in (*JMETER_COLUMNS, *MQTT_COLUMNS)}
_HEADERLESS = (
    DEFAULT_COLUMNS,
    tuple(n for n in JMETER_COLUMNS if n in DEFAULT_COLUMNS or n == "Hostname"),
    tuple(n for n in JMETER_COLUMNS if n not in ("Filename", "Encoding", "Hostname")),
    tuple(n for n in JMETER_COLUMNS if n not in ("Filename", "Encoding")),
    tuple(n for n in DEFAULT_COLUMNS if n != "sentBytes"),
    tuple(n for n in DEFAULT_COLUMNS if n != "URL"),
    tuple(n for n in DEFAULT_COLUMNS if n not in ("sentBytes", "Connect", "URL")),
    JMETER_COLUMNS,
)
_BOOLEANS = ("true", "false")
_TIME = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ T]\d|\d+(\.\d+)?$")
_MOST_DIGITS = 18
LIKELY_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Layout:
    """Column names in file order (canonical where known) and the one-character delimiter."""

    columns: tuple[str, ...]
    delimiter: str
    has_header: bool = True
    formatted_time: bool = False

    def widened(self, width: int) -> "Layout":
        """This layout with ``width`` columns: nameless ones added at the end, or the last ones cut."""
        extra = tuple(f"extra_{n}" for n in range(width - len(self.columns)))
        return replace(self, columns=(self.columns + extra)[:width])

    @property
    def missing(self) -> tuple[str, ...]:
        """Columns that are absent and cost figures; the MQTT ones only where some are present."""
        absent = tuple(n for n in USEFUL_COLUMNS if n not in self.columns)
        if not any(n.startswith("mqtt_") for n in self.columns):
            return tuple(n for n in absent if not n.startswith("mqtt_"))
        return absent


def split_fields(text: str, delimiter: str) -> list[str]:
    """Fields of one row, quotes honoured where they are well formed."""
    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return text.split(delimiter)


def header_layout(line: str) -> Layout | None:
    """The layout a header line states; None when the line is no header."""
    text = line.strip("\r\n\0 ")
    for delimiter in _delimiter_candidates(text):
        names = [_canonical(field) for field in split_fields(text, delimiter)]
        if set(REQUIRED_COLUMNS) <= set(names):
            return Layout(_unique(names), delimiter)
    return None


def is_header(line: str) -> bool:
    """Whether a line names at least the required columns."""
    lowered = line.lower()
    named = all(name.lower() in lowered for name in REQUIRED_COLUMNS)
    return named and not line[:1].isdigit() and header_layout(line) is not None


def repaired_header_layout(line: str) -> Layout | None:
    """As header_layout, with names put right that differ from a known one by one character, or that lost or
    gained a delimiter; None when the line is no header even so."""
    text = line.strip("\r\n\0 ")
    if text[:1].isdigit():
        return None
    if text.count('"') % 2:  # a stray quote would join all names behind it
        text = text.replace('"', "?")
    for delimiter in _delimiter_candidates(text):
        fields = _rejoined([_canonical(field) for field in split_fields(text, delimiter)])
        names = [name for field in fields for name in _repaired(field, fields)]
        if set(REQUIRED_COLUMNS) <= set(names):
            return Layout(_unique(names), delimiter)
    return None


def headerless_layout(lines: Sequence[str]) -> Layout | None:
    """A layout by position: the one of JMeter's usual ones that most of ``lines`` fit, or None."""
    rows = [line.strip("\r\n\0") for line in lines if line.strip("\r\n\0 ")]
    best: tuple[int, Layout] | None = None
    if not rows:
        return None
    for delimiter in _delimiter_candidates("".join(rows[:3])):
        split = [split_fields(row, delimiter) for row in rows]
        for columns in _HEADERLESS:
            layout = _with_mqtt(columns, split, delimiter)
            fitting = sum(fits(layout, fields) for fields in split)
            if fitting and (best is None or fitting > best[0]):
                best = (fitting, layout)
    return best[1] if best is not None and best[0] * 2 >= len(rows) else None


def fits(layout: Layout, fields: Sequence[str]) -> bool:
    """Whether typed fields hold their type: times, integers, true or false. The width may differ."""
    places = _typed_places(layout.columns)
    width = len(fields)
    if places is None or width < places.least_width:
        return False
    if places.success >= 0 and (width <= places.success or fields[places.success].lower() not in _BOOLEANS):
        return False
    if _TIME.match(fields[places.time]) is None:
        return False
    return all(_is_integer(fields[n]) for n in places.integers if n < width)


@dataclass(frozen=True)
class _TypedPlaces:
    """Where the typed columns stand; ``least_width``: fields up to the last required one."""

    time: int
    success: int
    integers: tuple[int, ...]
    least_width: int


@lru_cache(maxsize=64)
def _typed_places(columns: tuple[str, ...]) -> _TypedPlaces | None:
    if not set(REQUIRED_COLUMNS) <= set(columns):
        return None
    return _TypedPlaces(
        columns.index("timeStamp"),
        columns.index("success") if "success" in columns else -1,
        tuple(n for n, name in enumerate(columns) if name in INTEGER_COLUMNS),
        1 + max(columns.index(name) for name in REQUIRED_COLUMNS),
    )


def _with_mqtt(columns: tuple[str, ...], rows: Sequence[list[str]], delimiter: str) -> Layout:
    widths = [len(row) for row in rows]
    width = max(set(widths), key=widths.count)
    if width == len(columns) + len(MQTT_COLUMNS):
        return Layout(columns + MQTT_COLUMNS, delimiter, has_header=False)
    return Layout(columns, delimiter, has_header=False).widened(max(width, len(columns)))


def _is_integer(text: str) -> bool:
    """Whether an integer field holds one, or nothing."""
    digits = text.removeprefix("-")
    return (digits.isdecimal() and len(digits) <= _MOST_DIGITS) or text in ("", "null")


def _delimiter_candidates(text: str) -> list[str]:
    others = dict.fromkeys(c for c in text if not c.isalnum() and c not in '"\r\n _-.:/' + LIKELY_DELIMITERS)
    usual = [c for c in LIKELY_DELIMITERS if c in text]
    return sorted(usual, key=text.count, reverse=True) + list(others)[:20] + [" ", "-", ":", "/"]


def _canonical(field: str) -> str:
    name = field.strip().strip('"')
    return _CANONICAL.get(name.lower(), name)


def _rejoined(fields: list[str]) -> list[str]:
    """Two neighbours that make a missing known name, one character aside, joined to it."""
    missing = [name for name in _CANONICAL.values() if name not in fields]
    result: list[str] = []
    for field in fields:
        before = result[-1] if result else None
        joined = f"{before}?{field}".lower()
        whole = next((name for name in missing if _one_off(joined, name.lower())), None)
        if whole is not None and before is not None and before.lower() not in _CANONICAL:
            result[-1] = whole
        else:
            result.append(field)
    return result


def _repaired(field: str, others: Sequence[str]) -> tuple[str, ...]:
    """The field itself when it is a known name; else the missing known names it nearly is."""
    if field.lower() in _CANONICAL:
        return (field,)
    missing = [name for name in _CANONICAL.values() if name not in others]
    for name in missing:
        if _one_off(field.lower(), name.lower()):
            return (name,)
    for first in missing:
        rest = field[len(first) :].lower()
        if field.lower().startswith(first.lower()) and rest:
            second = next((n for n in missing if n.lower() in (rest, rest[1:])), None)
            if second is not None:
                return (first, second)
    return (field,)


def _one_off(text: str, name: str) -> bool:
    """Whether one replaced, lost or added character tells them apart."""
    same_start = next((n for n, (a, b) in enumerate(zip(text, name, strict=False)) if a != b), None)
    if same_start is None:
        return abs(len(text) - len(name)) == 1
    tails = (text[same_start + 1 :], name[same_start + 1 :], text[same_start:], name[same_start:])
    return tails[0] == tails[1] or tails[0] == tails[3] or tails[2] == tails[1]


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(result)
