"""Foreign text made fit for display: shortened, invisible and direction-changing characters spelt out."""

import unicodedata

ELLIPSIS = "\u2026"
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown(text: str, limit: int = 80) -> str:
    """At most ``limit`` characters of ``text``; control and format characters (bidi too) as ``\\uXXXX``.

    The middle is cut, since labels and messages often differ at their ends.
    """
    if len(text) > limit:
        head = limit * 2 // 3
        text = f"{text[:head]}{ELLIPSIS}{text[len(text) - (limit - head - 1) :]}"
    return "".join(_visible(character) for character in text)


def sentence(text: str, limit: int = 240) -> str:
    """``text`` shown as a sentence of its own: capital first, full stop last."""
    words = shown(text.strip(), limit)
    words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?", "\u3002")) else f"{words}."


def is_shortened(text: str, limit: int = 80) -> bool:
    """Whether ``shown`` leaves something out."""
    return len(text) > limit


def _visible(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if unicodedata.category(character) in _HIDDEN_CATEGORIES:
        code = ord(character)
        return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
    return character
