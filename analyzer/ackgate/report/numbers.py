"""Numbers and times as the page writes them: thin space between thousands, true minus, ISO 8601 dates."""

import datetime as dt
import math

THIN_SPACE = "\u202f"  # narrow no-break space: a number never wraps
NBSP = "\u00a0"
MINUS = "\u2212"
DASH = "\u2014"
_BYTE_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def number(value: float | None, digits: int = 4) -> str:
    """``1234567.8`` -> ``1 234 568``: ``digits`` significant digits, the integer part always whole."""
    if value is None:
        return DASH
    if not math.isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞" if value < 0 else DASH
    if value == 0:
        return "0"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{abs(value):,.{min(decimals, 9)}f}".replace(",", THIN_SPACE)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return f"{MINUS}{text}" if value < 0 and text != "0" else text


def quantity(value: float | None, unit: str, digits: int = 4) -> str:
    """A number with its unit, joined by a space that does not break."""
    if value is None:
        return DASH
    return f"{number(value, digits)}{NBSP}{unit}" if unit else number(value, digits)


def percent(share: float | None, digits: int = 3) -> str:
    """A share 0..1 as per cent."""
    return DASH if share is None else quantity(share * 100, "%", digits)


def size(size_bytes: int | None) -> str:
    """Bytes in the largest binary unit that leaves at least 1."""
    if size_bytes is None:
        return DASH
    value, index = float(size_bytes), 0
    while value >= 1024 and index < len(_BYTE_UNITS) - 1:
        value, index = value / 1024, index + 1
    return quantity(value, _BYTE_UNITS[index], 3)


def duration(seconds: float | None) -> str:
    """``3723.4`` -> ``1 h 2 min 3 s``; below a minute with up to three digits."""
    if seconds is None:
        return DASH
    if seconds < 60:
        return quantity(seconds, "s", 3)
    whole = round(seconds)
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(quantity(value, unit) for value, unit in parts if value)


def iso_minute(text: str) -> str:
    """An ISO 8601 instant as ``2026-11-30 14:02:05 UTC``; anything else unchanged."""
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        return text
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.UTC)
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def epoch_ms(value: int | None) -> str:
    """Epoch milliseconds as ISO date and time, UTC."""
    if value is None:
        return DASH
    return dt.datetime.fromtimestamp(value / 1000, tz=dt.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def between(start: str, end: str) -> str:
    """Two ISO instants as one span; the date is said once when both fall on the same day."""
    first, last = iso_minute(start), iso_minute(end)
    if first[:10] == last[:10] and first.endswith(" UTC") and last.endswith(" UTC"):
        return f"{first[:-4]}\u2013{last[11:]}"
    return f"{first} \u2013 {last}"
