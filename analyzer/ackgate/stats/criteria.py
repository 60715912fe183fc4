"""Criteria to verdicts."""

from dataclasses import dataclass, replace

from ackgate.model.criteria import VERDICT_ORDER, Criterion, CriterionSource, Verdict, Window
from ackgate.model.delivery import Backlog, Delivery
from ackgate.model.statistics import CriterionResult
from ackgate.stats.context import Context
from ackgate.stats.criteria_rates import (
    judge_acknowledged_rate,
    judge_backlog_rate,
    judge_error_rate,
    judge_loss_rate,
)
from ackgate.stats.criteria_times import DEFAULT_STATISTIC, judge_time
from ackgate.stats.judged import Judged, holds, limit_of, not_tested

TIMES = ("connect_time", "acknowledge_time", "response_time", "send_delay", "end_to_end_latency")
#: Metrics whose samples lie in the ramp-up, or whose failures count wherever they fall.
WHOLE_RUN = ("connect_time", "error_rate", "loss_rate")
#: Counted in microseconds without their time: only mqtt_phase says whether they are steady.
PLACED_BY_PHASE = ("acknowledge_time", "response_time", "send_delay", "acknowledged_rate")
#: What these say does not depend on the generator having kept its schedule.
NOT_OF_CAPACITY = ("connect_time",)
REDLINES = (
    Criterion(metric="connect_time", statistic="p99", limit="< 1000 ms", id="redline-connect-time"),
    Criterion(metric="backlog_rate", limit="<= 0.1 /s", id="redline-backlog-rate"),
)


@dataclass(frozen=True)
class DataLimits:
    """Why the data cannot carry a PASS: ``any_verdict`` for all criteria, ``capacity`` for those of load."""

    any_verdict: tuple[str, ...] = ()
    capacity: tuple[str, ...] = ()

    def against(self, metric: str) -> tuple[str, ...]:
        """Reasons that hold for a metric."""
        return self.any_verdict if metric in NOT_OF_CAPACITY else (*self.any_verdict, *self.capacity)


@dataclass(frozen=True)
class Judge:
    """Judges criteria against one evaluation."""

    context: Context
    delivery: Delivery | None
    backlog: Backlog
    limits: DataLimits

    def results(self) -> list[CriterionResult]:
        """Given criteria, or the two redlines where the data carries them. Criterion ids are unique."""
        measurement = self.context.measurement
        if measurement.criteria:
            source, criteria = measurement.criteria_source, measurement.criteria
            return unique_ids([self._result(one, source) for one in criteria])
        found = unique_ids([self._result(one, "default") for one in REDLINES])
        return [one for one in found if _carried(one)]

    def _window(self, criterion: Criterion) -> Window:
        if criterion.window is not None:
            return criterion.window
        timeline = self.context.timeline
        if criterion.metric in WHOLE_RUN or timeline.steady_s is None:
            return "whole"
        return "steady" if timeline.has_phases or criterion.metric not in PLACED_BY_PHASE else "whole"

    def _judge(self, criterion: Criterion, window: Window) -> Judged:
        if not self._has_label(criterion.label):
            return not_tested(f"label {criterion.label!r} is not in the data")
        timeline = self.context.timeline
        if window == "steady" and timeline.steady_s is None:
            return not_tested(f"no steady window ({timeline.rule})")
        if window == "steady" and criterion.metric in PLACED_BY_PHASE and not timeline.has_phases:
            return not_tested("no steady window: the rows carry no mqtt_phase")
        return self._judge_metric(criterion, window)

    def _judge_metric(self, criterion: Criterion, window: Window) -> Judged:
        if criterion.metric in TIMES:
            return judge_time(self.context, criterion, window)
        if criterion.metric == "error_rate":
            return judge_error_rate(self.context, criterion, window)
        if criterion.metric == "acknowledged_rate":
            return judge_acknowledged_rate(self.context, criterion, window)
        if criterion.metric == "loss_rate":
            return judge_loss_rate(criterion, self.delivery, self.context.timeline.steady_s)
        return judge_backlog_rate(criterion, self.backlog, self.delivery.sent if self.delivery else 0)

    def _has_label(self, label: str | None) -> bool:
        if label is None:
            return True
        cubes = self.context.cubes
        frames = (cubes.outcomes, cubes.series, cubes.weighted, cubes.end_to_end)
        return any((frame["label"] == label).any() for frame in frames)

    def _limited(self, judged: Judged, metric: str) -> Judged:
        """A PASS that the data cannot carry becomes INCONCLUSIVE; a FAIL stays."""
        reasons = self.limits.against(metric)
        if judged.verdict != "PASS" or not reasons:
            return judged
        return replace(judged, verdict="INCONCLUSIVE", reason="; ".join((*reasons, judged.reason)))

    def _result(self, criterion: Criterion, source: CriterionSource) -> CriterionResult:
        window = self._window(criterion)
        judged = self._limited(self._judge(criterion, window), criterion.metric)
        limit = limit_of(criterion)
        statistic = criterion.statistic
        if statistic is None and criterion.metric in TIMES:
            statistic = DEFAULT_STATISTIC
        return CriterionResult(
            id=criterion.id or _default_id(criterion, statistic),
            metric=criterion.metric,
            label=criterion.label,
            statistic=statistic,
            limit=criterion.limit,
            observed=judged.observed,
            unit=limit.unit,
            low=judged.interval.low,
            high=judged.interval.high,
            margin=_margin(judged, criterion),
            n=judged.n,
            verdict=judged.verdict,
            source=source,
            window=window,
            reason=judged.reason,
        )


def _carried(result: CriterionResult) -> bool:
    """Whether the data carries a redline nobody asked for: not one absent, nor one of too few samples."""
    unknown = result.verdict == "INCONCLUSIVE" and result.observed is None
    return result.verdict != "NOT_TESTED" and not unknown


def _margin(judged: Judged, criterion: Criterion) -> float | None:
    """Distance to the limit in its unit, negative beyond it."""
    if judged.observed is None:
        return None
    limit = limit_of(criterion)
    distance = abs(limit.value - judged.observed)
    return round(distance if holds(judged.observed, limit) else -distance, 9)


def _default_id(criterion: Criterion, statistic: str | None) -> str:
    """Stable and without values, so that a changed limit or result does not make a new test case."""
    return ".".join(part for part in (criterion.metric, criterion.label, statistic) if part)


def unique_ids(results: list[CriterionResult]) -> list[CriterionResult]:
    """Number repeated ids from the second on, in order."""
    taken: set[str] = set()
    found = []
    for one in results:
        name, number = one.id, 2
        while name in taken:
            name, number = f"{one.id}-{number}", number + 1
        taken.add(name)
        found.append(one if name == one.id else one.model_copy(update={"id": name}))
    return found


def overall(results: list[CriterionResult], limits: DataLimits) -> Verdict:
    """The worst verdict; data that carries none makes it INCONCLUSIVE; nothing judged is NOT_TESTED."""
    verdicts = {one.verdict for one in results}
    if limits.any_verdict or limits.capacity:
        verdicts.add("INCONCLUSIVE")
    return next((verdict for verdict in VERDICT_ORDER if verdict in verdicts), "NOT_TESTED")
