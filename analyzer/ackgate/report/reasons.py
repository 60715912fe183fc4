"""Sentences that statistics word in English, said again in the language of the page.

stats.json keeps the English. Each form a sentence can take is listed here with its figures as named places;
a text of no known form (what people typed, a newer form) is shown as it is.
"""

import re
from functools import lru_cache

from ackgate.report.language import Translator
from ackgate.report.reason_forms import FORMS, FREE, INNER
from ackgate.report.text import sentence, shown
from ackgate.report.wording import metric_words

_PLACE = re.compile(r"\{(\w+)\}")
_JOINT = "; "


def reason_words(text: str, t: Translator) -> str:
    """``text`` in the page's language, its figures unchanged."""
    if t.language == "en" or not text:
        return text
    whole = _translated(text, t)
    if whole is not None:
        return whole
    return _by_parts(text, t)


def reason_sentence(text: str, t: Translator, limit: int = 240) -> str:
    """``text`` as a sentence of its own in the page's language: capital first, full stop last."""
    words = sentence(reason_words(text.strip(), t), limit)
    return f"{words[:-1]}{t('.')}" if words.endswith(".") else words


def reason_clause(text: str, t: Translator, limit: int = 240) -> str:
    """``text`` as what follows a colon: full stop last, its first letter as it is."""
    words = shown(reason_words(text.strip(), t), limit)
    return words if words.endswith((".", "!", "?", "\u3002")) else f"{words}{t('.')}"


def _by_parts(text: str, t: Translator) -> str:
    """Statements joined by semicolons, each translated where its form is known."""
    parts, joint = text.split(_JOINT), t("; ")
    for taken in range(len(parts) - 1, 0, -1):
        head, tail = _JOINT.join(parts[:taken]), _JOINT.join(parts[taken:])
        found = _translated(head, t)
        if found is not None:
            return f"{found}{joint}{reason_words(tail, t)}"
    if len(parts) == 1:
        return text
    return f"{parts[0]}{joint}{reason_words(_JOINT.join(parts[1:]), t)}"


def _translated(text: str, t: Translator) -> str | None:
    stop = text.endswith(".")
    bare = text.removesuffix(".")
    for form, pattern in _patterns():
        found = pattern.fullmatch(bare)
        if found is not None:
            values = {name: _place(name, value, t) for name, value in found.groupdict().items()}
            return t(form, **values) + (t(".") if stop else "")
    return None


def _place(name: str, value: str, t: Translator) -> str:
    if name == "metric":
        return metric_words(value, t)
    if name == "reasons":
        return t(", ").join(reason_words(one, t) for one in value.split(", "))
    return reason_words(value, t) if name in INNER else value


@lru_cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((form, _pattern(form)) for form in FORMS)


def _pattern(form: str) -> re.Pattern[str]:
    """``{n} samples`` -> a pattern in which each place is a group."""
    parts = _PLACE.split(form)
    pieces = [
        re.escape(part) if index % 2 == 0 else f"(?P<{part}>{_allowed(part)})"
        for index, part in enumerate(parts)
    ]
    return re.compile("".join(pieces), re.DOTALL)


def _allowed(place: str) -> str:
    """A figure, a text that may hold several statements, or one that holds no joint."""
    if place.rstrip("23") in ("n", "share"):
        return r"-?[\d.,]*\d(?:e[-+]?\d+)?%?|-?inf|nan"
    return ".+?" if place in INNER or place in FREE else "[^;]+?"
