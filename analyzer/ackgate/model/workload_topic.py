"""Topic names and topic filters (MQTT 5.0 section 4.7), with ``${variables}`` still in them."""

import re
from typing import Annotated

from pydantic import AfterValidator

MAX_TOPIC_BYTES = 65_535
_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)\}")
_FUNCTION = re.compile(r"\$\{__\w+(?:\([^)]*\))?\}")


def variables_of(text: str) -> tuple[str, ...]:
    """Names of the ``${variables}`` in order of appearance; JMeter functions (``${__...}``) left out."""
    return tuple(name for name in _VARIABLE.findall(text) if not name.startswith("__"))


def share_of(topic_filter: str) -> tuple[str | None, str]:
    """Share name (None when not shared) and the filter proper of ``$share/<name>/<filter>``."""
    if not topic_filter.startswith("$share/"):
        return None, topic_filter
    _, name, rest = [*topic_filter.split("/", 2), "", ""][:3]
    return name, rest


def _check_text(text: str, what: str) -> None:
    if not text:
        raise ValueError(f"a {what} has at least one character")
    if "\0" in text:
        raise ValueError(f"a {what} holds no NUL character")
    if len(text.encode()) > MAX_TOPIC_BYTES:
        raise ValueError(f"a {what} has at most {MAX_TOPIC_BYTES} bytes")


def check_topic_name(text: str) -> str:
    """The topic name unchanged. Raises ValueError on wildcards, emptiness or length (MQTT 5.0, 3.3.2.1)."""
    _check_text(text, "topic name")
    plain = _FUNCTION.sub("x", text)
    if "+" in plain or "#" in plain:
        raise ValueError("a topic name holds no wildcard (+ or #); only topic filters do")
    return text


def check_topic_filter(text: str) -> str:
    """The topic filter unchanged. Raises ValueError on misplaced wildcards or a broken ``$share/`` prefix."""
    _check_text(text, "topic filter")
    share, rest = share_of(text)
    if share is not None and (not share or not rest or "+" in share or "#" in share):
        raise ValueError("a shared filter reads $share/<name>/<filter>, the name without + and #")
    levels = _FUNCTION.sub("x", rest).split("/")
    for position, level in enumerate(levels):
        if "#" in level and (level != "#" or position != len(levels) - 1):
            raise ValueError("# stands alone in the last level of a topic filter")
        if "+" in level and level != "+":
            raise ValueError("+ stands alone in a level of a topic filter")
    return text


TopicName = Annotated[str, AfterValidator(check_topic_name)]
TopicFilter = Annotated[str, AfterValidator(check_topic_filter)]
