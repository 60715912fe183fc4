"""The charts of the first page, or what is said where one cannot be drawn."""

from ackgate.model.statistics import CriterionResult
from ackgate.report.charts.acknowledge import acknowledge_histogram
from ackgate.report.charts.backlog import backlog_line
from ackgate.report.charts.connect import connect_by_percentile
from ackgate.report.display import Chart, Note
from ackgate.report.reasons import reason_sentence
from ackgate.report.source import Source
from ackgate.report.text import ELLIPSIS
from ackgate.report.wording import limit_value, short_ids

_IDS_SHOWN = 3


def criterion_for(source: Source, metric: str, statistic: str | None = None) -> CriterionResult | None:
    """The criterion of a metric over all labels; the one of a single label where only such exist."""
    found = [
        criterion
        for criterion in source.statistics.criteria
        if criterion.metric == metric and (statistic is None or criterion.statistic == statistic)
    ]
    return next((criterion for criterion in found if criterion.label is None), found[0] if found else None)


def ids_of(source: Source, metric: str) -> str:
    """``C1, C4``: short ids of the criteria of a metric, at most three; empty where none asks for it."""
    criteria = source.statistics.criteria
    found = [name for name, one in zip(short_ids(criteria), criteria, strict=True) if one.metric == metric]
    more = [ELLIPSIS] if len(found) > _IDS_SHOWN else []
    return source.t(", ").join(found[:_IDS_SHOWN] + more)


def first_charts(source: Source) -> tuple[Chart | Note, ...]:
    """Connect percentiles, acknowledge histogram, backlog line."""
    return (_connect(source), _acknowledge(source), _backlog(source))


def _connect(source: Source) -> Chart | Note:
    t, connect = source.t, source.statistics.connect
    if connect is None or len(connect.curve_ms) < 2:
        return Note(
            t("Connect time by percentile: not known, because no successful connect row was found."), "warn"
        )
    limit_ms = limit_value(criterion_for(source, "connect_time", "p99"))
    return connect_by_percentile(connect, limit_ms, ids_of(source, "connect_time"), source)


def _acknowledge(source: Source) -> Chart | Note:
    t, acknowledge = source.t, source.statistics.acknowledge
    if acknowledge is None or sum(cell.count for cell in acknowledge.histogram) == 0:
        return Note(
            t("Acknowledge time: not known, because no acknowledged publish (QoS 1 or 2) was found."), "warn"
        )
    return acknowledge_histogram(acknowledge, ids_of(source, "acknowledge_time"), source)


def _backlog(source: Source) -> Chart | Note:
    t, backlog = source.t, source.statistics.backlog
    if len(backlog.points) < 2:
        reason = reason_sentence(backlog.reason or source.no_plan(), t)
        return Note(t("Broker backlog over time: not known. {reason}", reason=reason), "warn")
    limit = limit_value(criterion_for(source, "backlog_rate"))
    return backlog_line(backlog, limit, ids_of(source, "backlog_rate"), source)
