"""What is wrong with a workload, in one sentence: place, value, what is allowed, nearest key."""

import difflib
import typing
from collections.abc import Sequence
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
    if isinstance(detail["input"], dict | list | BaseModel):
        return f"{where}: {message}"
    prefix = "allowed is " if detail["type"] != "value_error" else ""
    return f"{where}: {detail['input']!r} can't be used; {prefix}{message}"


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
