"""The verdict on a backlog rate: its interval decides, not its point value."""

from dataclasses import dataclass
from typing import Literal

from ackgate.model.criteria import Verdict
from ackgate.model.delivery import BacklogEstimate

BacklogMethod = Literal["slope", "balance"]
REDLINE_PER_S = 0.1


@dataclass(frozen=True)
class BacklogVerdict:
    """A verdict on the backlog rate, the estimate that gave it, and its reason in one sentence."""

    verdict: Verdict
    estimate: BacklogEstimate | None
    method: BacklogMethod | None
    reason: str


def judge_backlog(
    slope: BacklogEstimate | None, balance: BacklogEstimate | None, limit_per_s: float, operator: str
) -> BacklogVerdict:
    """The interval decides: FAIL when all of it is above the limit, PASS when none is.

    The balance after the drain stands in where the run is too short for the slope to resolve the limit; it
    can never outvote a slope that lies wholly above it.
    """
    named: tuple[tuple[BacklogMethod, BacklogEstimate | None], ...] = (("slope", slope), ("balance", balance))
    for method, one in named:
        if one is not None and _above(one.low_per_s, limit_per_s, operator):
            return BacklogVerdict("FAIL", one, method, f"{_what(method)} {_text(one)}")
    if slope is not None and not _above(slope.high_per_s, limit_per_s, operator):
        return BacklogVerdict("PASS", slope, "slope", f"{_what('slope')} {_text(slope)}")
    if balance is not None and not _above(balance.high_per_s, limit_per_s, operator):
        unresolved = f"; the slope alone, {_text(slope)}, cannot resolve {limit_per_s:g}/s" if slope else ""
        return BacklogVerdict("PASS", balance, "balance", f"{_what('balance')} {_text(balance)}{unresolved}")
    widest = slope or balance
    if widest is None:
        return BacklogVerdict("INCONCLUSIVE", None, None, "the steady window is too short for a slope")
    method = "slope" if slope is not None else "balance"
    return BacklogVerdict(
        "INCONCLUSIVE", widest, method, f"{_what(method)} {_text(widest)}, which holds {limit_per_s:g}/s"
    )


def _above(value: float, limit: float, operator: str) -> bool:
    return value >= limit if operator == "<" else value > limit


def _what(method: BacklogMethod) -> str:
    if method == "slope":
        return "owed minus received grew by"
    return "after the drain, deliveries still owed over the steady duration were"


def _text(estimate: BacklogEstimate | None) -> str:
    if estimate is None:
        return "not known"
    return (
        f"{estimate.rate_per_s:.3g}/s (95 % interval {estimate.low_per_s:.3g} to {estimate.high_per_s:.3g})"
    )
