"""Criteria on times: percentile, mean, minimum or maximum, failed samples above all others."""

import numpy as np

from ackgate.model.criteria import Criterion, Limit, Window
from ackgate.stats.context import Context
from ackgate.stats.intervals import Interval, block_bootstrap_mean, order_statistic_ranks, wilson
from ackgate.stats.judged import Judged, from_ms, holds, is_ceiling, judged_point, limit_of, not_tested, to_ms
from ackgate.stats.percentiles import minimum_samples, nearest_rank, rank_ratio, value_at
from ackgate.stats.populations import Population, select

DEFAULT_STATISTIC = "p99"
UNBOUNDED = Interval(None, None)


def judge_time(context: Context, criterion: Criterion, window: Window) -> Judged:
    """Judge a timed metric. NOT_TESTED where no sample of it exists in the window."""
    statistic = criterion.statistic or DEFAULT_STATISTIC
    limit = limit_of(criterion)
    if limit.unit not in ("ms", "us", "s", ""):
        return not_tested(f"{criterion.metric} is a time; its limit is in {limit.unit}")
    population = select(context, criterion.metric, criterion.label, window)
    if population is None:
        return not_tested(f"no {criterion.metric} in the data")
    if statistic.startswith("p"):
        return _judge_percentile(population, statistic, limit)
    return _judge_moment(population, statistic, limit)


def _judge_percentile(population: Population, statistic: str, limit: Limit) -> Judged:
    rank = statistic[1:]
    n, counts = population.n, population.counts
    if n < minimum_samples(rank):
        return _too_few(population, statistic, limit)
    at = nearest_rank(n, rank)
    if at > counts.n:
        return _rank_failed(population, statistic, limit)
    value = value_at(counts, at)
    low_rank, high_rank = order_statistic_ranks(n, rank, population.effective_n(value / population.per_ms))
    interval = Interval(
        _value(population, low_rank, limit.unit),
        _value(population, high_rank, limit.unit) if high_rank <= counts.n else None,
    )
    observed = from_ms(value / population.per_ms, limit.unit)
    return judged_point(observed, interval, n, limit)


def _value(population: Population, rank: int, unit: str) -> float | None:
    counts = population.counts
    return from_ms(value_at(counts, rank) / population.per_ms, unit) if rank <= counts.n else None


def _rank_failed(population: Population, statistic: str, limit: Limit) -> Judged:
    """The percentile falls among failed samples: larger than any limit, so only a floor can hold."""
    share = population.failed / population.n
    reason = f"{population.failed} of {population.n} failed ({share:.3%}), so {statistic} is a failed sample"
    return Judged(None, UNBOUNDED, population.n, "FAIL" if is_ceiling(limit) else "PASS", reason)


def _too_few(population: Population, statistic: str, limit: Limit) -> Judged:
    """No percentile is claimed, yet a limit may be broken beyond doubt."""
    rank, n = statistic[1:], population.n
    numerator, denominator = rank_ratio(rank)
    bound = to_ms(limit.value, limit.unit) * population.per_ms
    counts = population.counts
    broken = counts.values >= bound if limit.operator == "<" else counts.values > bound
    above = int(counts.counts[broken].sum()) + population.failed
    surely = wilson(above, n).low
    if is_ceiling(limit) and surely is not None and surely > 1 - numerator / denominator:
        reason = f"{above} of {n} samples break the limit: more than {statistic} allows, few as they are"
        return Judged(None, UNBOUNDED, n, "FAIL", reason)
    reason = f"{n} samples; {statistic} needs {minimum_samples(rank)}"
    return Judged(None, UNBOUNDED, n, "INCONCLUSIVE", reason)


def _judge_moment(population: Population, statistic: str, limit: Limit) -> Judged:
    """Mean, minimum or maximum. Failed samples have no time: a maximum over them is unbounded."""
    counts = population.counts
    if statistic == "max" and population.failed:
        return _rank_failed(population, statistic, limit)
    if counts.n == 0:
        return _rank_failed(population, statistic, limit)
    figure = {"mean": counts.mean, "min": counts.minimum, "max": counts.maximum}[statistic]
    observed = from_ms(float(figure or 0) / population.per_ms, limit.unit)
    interval = _mean_interval(population, limit.unit) if statistic == "mean" else UNBOUNDED
    found = judged_point(observed, interval, population.n, limit)
    if statistic == "mean" and population.failed and holds(observed, limit):
        reason = f"{found.reason}; {population.failed} failed samples are not in the mean"
        return Judged(found.observed, interval, found.n, found.verdict, reason)
    return found


def _mean_interval(population: Population, unit: str) -> Interval:
    """Block bootstrap over the means of time slices; unbounded below eight slices."""
    good = np.isfinite(population.timed_ms)
    _, codes = np.unique(population.timed_slice[good], return_inverse=True)
    size = np.bincount(codes, weights=population.timed_count[good])
    if size.size < 8:
        return UNBOUNDED
    means_ms = np.bincount(codes, weights=(population.timed_count * population.timed_ms)[good]) / size
    found = block_bootstrap_mean(means_ms, block=max(1, round(size.size ** (1 / 3))))
    if found.low is None or found.high is None:
        return UNBOUNDED
    shift_ms = (population.counts.mean or 0.0) / population.per_ms - float(means_ms.mean())
    return Interval(from_ms(found.low + shift_ms, unit), from_ms(found.high + shift_ms, unit))
