"""Rates as people write them: ``1/min``, ``5/s``, ``120/h``."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

_RATE = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*/\s*(s|min|h)\s*$")
_UNIT_S = {"s": 1, "min": 60, "h": 3600}
RATE_FORM = "a rate reads like '5/s', '1/min' or '120/h' and is above 0"


def rate_per_s(text: str) -> float:
    """Events per second of ``5/s``, ``1/min`` or ``120/h``. Raises ValueError with the accepted forms."""
    match = _RATE.match(text)
    if match is None or float(match[1]) <= 0:
        raise ValueError(RATE_FORM)
    return float(match[1]) / _UNIT_S[match[2]]


def _refuse_bare_number(value: object) -> object:
    if isinstance(value, int | float):
        raise ValueError(f"{RATE_FORM}; a number alone has no unit")
    return value


def _check_rate(text: str) -> str:
    rate_per_s(text)
    return text.replace(" ", "")


Rate = Annotated[
    str,
    BeforeValidator(_refuse_bare_number),
    AfterValidator(_check_rate),
    WithJsonSchema({"type": "string", "pattern": _RATE.pattern, "examples": ["1/min", "5/s", "120/h"]}),
]
