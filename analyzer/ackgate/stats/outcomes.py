"""Rows by response code, with the time they were first and last seen."""

import pandas as pd

from ackgate.model.response_code import OutcomeClass, outcome_class
from ackgate.model.statistics import Outcome
from ackgate.stats.timeline import iso_utc

MAX_OUTCOMES = 1_000
MAX_MESSAGE = 500
#: JMeter writes this label when a sampler threw: the test itself is broken.
HARNESS_LABEL = "ERROR: "


def _class(label: str, code: str, *, success: bool) -> OutcomeClass:
    return (
        "harness" if not success and label.startswith(HARNESS_LABEL) else outcome_class(code, success=success)
    )


def outcome_statistics(outcomes: pd.DataFrame) -> list[Outcome]:
    """One entry per label, code and success; failures first; at most 1,000 of each."""
    if outcomes.empty:
        return []
    keys = ["success", "label", "code"]
    summed = (
        outcomes.sort_values(["first_ms", "message"], kind="stable")
        .groupby(keys, sort=True, observed=True, as_index=False)
        .agg({"count": "sum", "first_ms": "min", "last_ms": "max", "message": "first"})
    )
    largest = summed.sort_values(["count", "label", "code"], ascending=[False, True, True], kind="stable")
    kept = largest.groupby("success", sort=True).head(MAX_OUTCOMES).sort_values(keys, kind="stable")
    columns = [*keys, "count", "first_ms", "last_ms", "message"]
    return [
        Outcome(
            code=str(code),
            outcome_class=_class(str(label), str(code), success=bool(success)),
            count=int(count),
            label=str(label),
            first=iso_utc(int(first_ms)),
            last=iso_utc(int(last_ms)),
            message="" if success else str(message)[:MAX_MESSAGE],
        )
        for success, label, code, count, first_ms, last_ms, message in kept[columns].itertuples(
            index=False, name=None
        )
    ]
