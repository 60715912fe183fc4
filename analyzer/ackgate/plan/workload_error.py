"""What is wrong with a workload, in one sentence: place, value, what is allowed, nearest key."""

import difflib
import typing
from collections.abc import Iterator, Sequence
from types import UnionType

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ackgate.model.workload import Workload

Place = Sequence[int | str]


class WorkloadError(Exception):
    """A workload that can't be used. The message is one sentence for people."""


def sentence_of(error: ValidationError, data: object) -> str:
    """The first finding of ``error`` as a sentence; ``data`` is the raw file it was found in."""
    details = error.errors(include_url=False)
    first = _sentence(details[0], data)
    return first if len(details) == 1 else f"{first} (and {len(details) - 1} more)"


def _sentence(detail: ErrorDetails, data: object) -> str:
    place = [part for part in detail["loc"] if part != "[key]"]
    where = dotted(place, data) or "the file"
    if detail["type"] == "extra_forbidden":
        return f"{where}: unknown key; {_advice(str(place[-1]), allowed_keys(place[:-1]))}"
    if detail["type"] == "missing":
        return f"{where}: missing"
    message = str(detail["ctx"]["error"]) if detail["type"] == "value_error" else detail["msg"]
    message = message.removeprefix("Input should be ")
    prefix = "allowed is " if detail["type"] != "value_error" else ""
    return f"{where}: {_value(detail, place)}{prefix}{message}"


def _value(detail: ErrorDetails, place: Place) -> str:
    """What stands there, unless it is a whole model, or a secret that no terminal or log should keep."""
    if place and "password" in str(place[-1]):
        return "the value can't be used; "
    given = detail["input"]
    if not isinstance(given, dict | list | BaseModel):
        return f"{given!r} can't be used; "
    if detail["type"] == "value_error" or isinstance(given, BaseModel):
        return ""
    kind = "a list" if isinstance(given, list) else "a mapping"
    quotes = " (put quotes around a text that begins with { or [)" if detail["type"] == "string_type" else ""
    return f"{kind}{quotes} can't be used; "


def mistaken_booleans(raw: object, read: object, place: Place, data: object = None) -> Iterator[str]:
    """Sentences on true where a number belongs, or the reverse; YAML reads ``yes`` and ``on`` as true."""
    data = raw if data is None else data
    if isinstance(raw, dict) and isinstance(read, dict):
        for key in raw.keys() & read.keys():
            yield from mistaken_booleans(raw[key], read[key], (*place, key), data)
    elif isinstance(raw, list) and isinstance(read, list):
        for number, pair in enumerate(zip(raw, read, strict=False)):
            yield from mistaken_booleans(*pair, (*place, number), data)
    elif isinstance(raw, bool) and isinstance(read, int | float) and not isinstance(read, bool):
        yield f"{dotted(place, data)}: {str(raw).lower()} can't be used; allowed is a number"
    elif isinstance(raw, int | float) and not isinstance(raw, bool) and isinstance(read, bool):
        yield f"{dotted(place, data)}: {raw} can't be used; allowed is true or false"


def _advice(key: str, allowed: Sequence[str]) -> str:
    near = difflib.get_close_matches(key, allowed, n=1, cutoff=0.5)
    nearest = f"did you mean {near[0]}? " if near else ""
    return f"{nearest}allowed here: {', '.join(allowed)}" if allowed else f"{nearest}no key is allowed here"


def nearest(word: str, allowed: Sequence[str]) -> str:
    """``; did you mean X?`` for the closest of ``allowed``, or nothing."""
    near = difflib.get_close_matches(word, allowed, n=1, cutoff=0.5)
    return f"; did you mean {near[0]}?" if near else ""


def dotted(place: Place, data: object) -> str:
    """``publish.telemetry.rate``: list entries by their name where they have one."""
    parts: list[str] = []
    for part in place:
        data = _child(data, part)
        name = data.get("name") if isinstance(part, int) and isinstance(data, dict) else None
        parts.append(str(name if isinstance(name, str) else part))
    return ".".join(parts)


def _child(data: object, part: int | str) -> object:
    if isinstance(data, list) and isinstance(part, int) and part < len(data):
        return data[part]
    return data.get(part) if isinstance(data, dict) else None


def allowed_keys(place: Place) -> list[str]:
    """Keys the model allows at ``place``; empty where it isn't a mapping of fixed keys."""
    models: list[type[BaseModel]] = [Workload]
    for part in place:
        if isinstance(part, int):
            continue
        fields = [model.model_fields[part] for model in models if part in model.model_fields]
        models = [found for field in fields for found in _models_in(field.annotation)]
    return list(dict.fromkeys(name for model in models for name in model.model_fields))


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    inner = typing.get_args(annotation)
    if isinstance(annotation, UnionType) or inner:
        return [found for part in inner for found in _models_in(part)]
    return []
