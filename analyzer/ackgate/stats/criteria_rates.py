"""Criteria on shares and rates: errors, acknowledged, lost, backlog."""

import numpy as np
import numpy.typing as npt

from ackgate.model.criteria import Criterion, Limit, Window
from ackgate.model.delivery import Backlog, Delivery
from ackgate.stats.acknowledge import acknowledged_labels
from ackgate.stats.backlog_verdict import judge_backlog
from ackgate.stats.context import Context
from ackgate.stats.intervals import Interval, block_bootstrap_mean, design_effect, wilson
from ackgate.stats.judged import Judged, judged_point, limit_of, not_tested
from ackgate.stats.per_second import per_bin
from ackgate.stats.table import ValueTable, empty_table

UNBOUNDED = Interval(None, None)
#: Length of a block of the bootstrap over seconds; a longer memory shows as drift.
BLOCK_S = 10


def _windowed(context: Context, rows: ValueTable, window: Window) -> ValueTable:
    return rows if window == "whole" else context.timeline.steady_rows(rows) or empty_table()


def _wrong_unit(criterion: Criterion, limit: Limit, accepted: tuple[str, ...]) -> Judged | None:
    if limit.unit in accepted:
        return None
    wanted = " or ".join(unit or "no unit" for unit in accepted)
    return not_tested(f"{criterion.metric} takes {wanted}; its limit is in {limit.unit or 'no unit'}")


def _share(part: float, n: float, effective_n: float, limit: Limit, samples: int) -> Judged:
    """A share with its Wilson interval; in percent where the limit is."""
    scale = 100.0 if limit.unit == "%" else 1.0
    found = wilson(part / n * effective_n, effective_n)
    low = None if found.low is None else round(found.low * scale, 9)
    high = None if found.high is None else round(found.high * scale, 9)
    return judged_point(round(part / n * scale, 9), Interval(low, high), samples, limit)


def judge_error_rate(context: Context, criterion: Criterion, window: Window) -> Judged:
    """Failed over all samples of the label, or of all labels."""
    limit = limit_of(criterion)
    rows = _windowed(context, context.elapsed.labelled(criterion.label), window)
    weighted = context.cubes.weighted
    if criterion.label is not None:
        weighted = weighted[weighted["label"] == criterion.label]
    extra = int(weighted["samples"].sum()) if window == "whole" else 0
    failed = rows.failed + (int(weighted["errors"].sum()) if extra else 0)
    n = rows.n + extra
    if n == 0:
        return not_tested("no sample in the window")
    return _wrong_unit(criterion, limit, ("%", "")) or _share(failed, n, _effective(rows, n), limit, n)


def _effective(rows: ValueTable, n: int) -> float:
    if rows.n == 0:
        return float(n)
    _, codes = np.unique(rows.slice_start_ms, return_inverse=True)
    failed = np.bincount(codes, weights=rows.count * ~rows.success)
    return n / design_effect(failed, np.bincount(codes, weights=rows.count))


def judge_acknowledged_rate(context: Context, criterion: Criterion, window: Window) -> Judged:
    """Acknowledged publishes per second, or as a share of those that asked for it where the limit is in %."""
    limit = limit_of(criterion)
    rows = context.table("ack_us").operations("publish").good.labelled(criterion.label)
    acknowledged = _windowed(context, rows, window)
    asked = context.elapsed.operations("publish").labelled(criterion.label)
    asked = _windowed(context, asked.where(asked.label.are(acknowledged_labels(context))), window)
    if asked.n == 0:
        return not_tested("no publish that asks for an acknowledgement")
    if limit.unit == "%":
        return _share(acknowledged.n, asked.n, float(asked.n), limit, asked.n)
    wrong = _wrong_unit(criterion, limit, ("/s", "%"))
    if wrong is not None:
        return wrong
    seconds = context.timeline.duration_s if window == "whole" else context.timeline.steady_s or 0.0
    if seconds <= 0:
        return not_tested("the window has no length")
    observed = round(acknowledged.n / seconds, 6)
    series = _acknowledged_per_second(context, acknowledged.labels, window)
    return judged_point(observed, _around(observed, series), acknowledged.n, limit)


def _acknowledged_per_second(
    context: Context, labels: frozenset[str], window: Window
) -> npt.NDArray[np.float64]:
    frame = context.cubes.series
    kept = (frame["operation"] == "publish") & frame["success"].astype(bool) & frame["label"].isin(labels)
    second = frame.loc[kept, "second"].to_numpy(dtype=np.int64)
    count = frame.loc[kept, "count"].to_numpy(dtype=np.int64)
    if window == "steady":
        inside = context.timeline.steady_seconds(second)
        second, count = second[inside], count[inside]
    if second.size == 0 or second.max() - second.min() > 1_000_000:
        return np.zeros(0)
    step_s = context.timeline.series_step_s
    bins = second // step_s
    return per_bin(bins, count, int(bins.min()), int(bins.max())) / step_s


def _around(observed: float, series: npt.NDArray[np.float64]) -> Interval:
    """Block bootstrap interval of a per-second series, moved onto the observed mean."""
    found = block_bootstrap_mean(series, block=BLOCK_S)
    if found.low is None or found.high is None:
        return UNBOUNDED
    shift = observed - float(series.mean())
    return Interval(round(found.low + shift, 6), round(found.high + shift, 6))


def judge_loss_rate(criterion: Criterion, delivery: Delivery | None, steady_s: float | None) -> Judged:
    """Lost over owed deliveries after the drain; per second of the steady window where the limit is in /s."""
    limit = limit_of(criterion)
    if delivery is None or delivery.owed is None or delivery.lost is None or delivery.received is None:
        return not_tested(
            delivery.not_known if delivery and delivery.not_known else "deliveries are not known"
        )
    if delivery.owed == 0:
        return not_tested("the plan owes no delivery")
    if criterion.label is not None:
        return not_tested("loss is known for all streams together, not per label")
    if limit.unit == "/s":
        if not steady_s:
            return not_tested("no steady window")
        return judged_point(round(delivery.lost / steady_s, 6), UNBOUNDED, delivery.owed, limit)
    return _wrong_unit(criterion, limit, ("%", "/s", "")) or _share(
        delivery.lost, delivery.owed, float(delivery.owed), limit, delivery.owed
    )


def judge_backlog_rate(criterion: Criterion, backlog: Backlog, n: int) -> Judged:
    """The interval decides."""
    limit = limit_of(criterion)
    if criterion.label is not None:
        return not_tested("the backlog is known for all streams together, not per label")
    wrong = _wrong_unit(criterion, limit, ("/s", ""))
    if wrong is not None:
        return wrong
    if limit.operator not in ("<", "<="):
        return not_tested("a backlog rate has an upper limit: write < or <=")
    if backlog.source == "not_known":
        return not_tested(backlog.reason or "not known")
    found = judge_backlog(backlog.slope, backlog.balance, limit.value, limit.operator)
    if found.estimate is None:
        return Judged(None, UNBOUNDED, n, found.verdict, found.reason)
    interval = Interval(found.estimate.low_per_s, found.estimate.high_per_s)
    return Judged(found.estimate.rate_per_s, interval, n, found.verdict, found.reason)
