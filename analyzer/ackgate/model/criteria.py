"""What a run is judged against, and the words of a judgement."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

Verdict = Literal["PASS", "FAIL", "INCONCLUSIVE", "NOT_TESTED"]
#: Worst first: the overall verdict is the first of these that occurs.
VERDICT_ORDER: tuple[Verdict, ...] = ("FAIL", "INCONCLUSIVE", "NOT_TESTED", "PASS")

Metric = Literal[
    "connect_time",
    "acknowledge_time",
    "response_time",
    "send_delay",
    "end_to_end_latency",
    "error_rate",
    "acknowledged_rate",
    "loss_rate",
    "backlog_rate",
]
Window = Literal["steady", "whole"]
CriterionSource = Literal["workload", "file", "default"]

_LIMIT = re.compile(r"^\s*(<=|<|>=|>)\s*(\d+(?:\.\d+)?)\s*(ms|us|s|%|/s)?\s*$")
_STATISTIC = re.compile(r"^(mean|min|max|p\d{1,2}(\.\d+)?|p100)$")


def _check_limit(text: str) -> str:
    if not _LIMIT.match(text):
        raise ValueError("a limit reads like '< 1000 ms', '<= 0.1 /s' or '< 1 %'")
    return text


def _check_statistic(text: str | None) -> str | None:
    if text is not None and not _STATISTIC.match(text):
        raise ValueError("a statistic is mean, min, max or a percentile such as p50, p99, p99.9")
    return text


class Limit(BaseModel):
    """A parsed limit: comparison, value and its unit as written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    operator: Literal["<", "<=", ">", ">="]
    value: float
    unit: Literal["ms", "us", "s", "%", "/s", ""]

    @classmethod
    def parse(cls, text: str) -> "Limit":
        """Read ``< 1000 ms``. Raises ValueError with the accepted forms."""
        match = _LIMIT.match(text)
        if match is None:
            raise ValueError("a limit reads like '< 1000 ms', '<= 0.1 /s' or '< 1 %'")
        return cls.model_validate({"operator": match[1], "value": float(match[2]), "unit": match[3] or ""})


class Criterion(BaseModel):
    """One acceptance criterion as people write it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    metric: Metric
    limit: Annotated[str, AfterValidator(_check_limit)]
    label: str | None = None
    statistic: Annotated[str | None, AfterValidator(_check_statistic)] = None
    window: Window | None = None
    id: str | None = None
