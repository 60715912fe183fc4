"""Attributes of XML start tags, read by lxml without entities, network or huge trees."""

import re

from lxml import etree

Attributes = dict[str, str]

_REFERENCE = re.compile(r"&#(x[0-9a-fA-F]{1,8}|\d{1,10});")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BARE_AMPERSAND = re.compile(r"&(?!#?\w{1,10};)")


def clean(tag: bytes, encoding: str) -> str:
    """The tag as text that XML 1.0 allows: illegal characters and references become U+FFFD."""
    try:
        text = tag.decode(encoding, "replace")
    except LookupError:
        text = tag.decode("utf-8", "replace")
    text = _CONTROL.sub("\ufffd", text)
    return _BARE_AMPERSAND.sub("&amp;", _REFERENCE.sub(_legal, text))


def read_tags(tags: list[str]) -> list[Attributes | None]:
    """Attributes of each start tag; None where a tag can't be read."""
    closed = [tag[:-1].rstrip("/") + "/>" if tag.endswith(">") else "" for tag in tags]
    whole = _parse("<r>" + "".join(closed) + "</r>") if all(closed) else None
    if whole is not None and len(whole) == len(tags):
        return [_attributes(element) for element in whole]
    elements = [_parse(tag) if tag else None for tag in closed]
    return [None if element is None else _attributes(element) for element in elements]


def _attributes(element: "etree._Element") -> Attributes:
    return {str(name): str(value) for name, value in element.attrib.items()}


def _parse(text: str) -> "etree._Element | None":
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _legal(match: re.Match[str]) -> str:
    number = int(match[1][1:], 16) if match[1].startswith("x") else int(match[1])
    good = number in (9, 10, 13) or 0x20 <= number < 0xD800 or 0xE000 <= number < 0xFFFE
    return match[0] if good or 0x10000 <= number < 0x110000 else "\ufffd"
