"""The three key figures, each against its redline."""

from dataclasses import dataclass

from ackgate.model.statistics import CriterionResult
from ackgate.report.display import Bullet, Cell, KeyFigure
from ackgate.report.numbers import DASH, NBSP, THIN_SPACE, number, quantity
from ackgate.report.reasons import reason_words
from ackgate.report.sections.first_charts import criterion_for
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import TONES, badge, limit_value, limit_words

#: Reading mark for the share of further acknowledge peaks. It is no criterion and decides nothing.
WATCH_SHARE = 0.01


def key_figures(source: Source) -> tuple[KeyFigure, ...]:
    """Connect P99, share of the second acknowledge peak, backlog rate."""
    return (_connect_p99(source), _second_peak(source), _backlog_rate(source))


def second_peak_share(source: Source) -> float | None:
    """Share (0..1) of acknowledged messages beyond the first peak; None where the shape is not known."""
    acknowledge = source.statistics.acknowledge
    modes = acknowledge.modes if acknowledge is not None else None
    if modes is None or modes.verdict in ("too_few_samples", "too_coarse"):
        return None
    return sum(peak.share for peak in sorted(modes.peaks, key=lambda peak: peak.centre_ms)[1:])


@dataclass(frozen=True)
class _Measured:
    """A figure with its unit and the redline it has by default; ``why`` says why ``value`` is None."""

    name: str
    title: str
    value: float | None
    unit: str
    why: str
    redline: str


def _connect_p99(source: Source) -> KeyFigure:
    t, connect = source.t, source.statistics.connect
    why = t("not known: no connect row was found")
    if connect is not None:
        why = t("not known: P99 needs 500 successful connects, there are {n}", n=number(connect.n))
    p99_ms = connect.percentiles_ms.get("99") if connect is not None else None
    figure = _Measured(
        "connect_p99_ms", t("Connect time P99"), p99_ms, "ms", why, f"<{NBSP}1{THIN_SPACE}000{NBSP}ms"
    )
    return _judged(figure, criterion_for(source, "connect_time", "p99"), source)


def _backlog_rate(source: Source) -> KeyFigure:
    t, backlog = source.t, source.statistics.backlog
    why = shown(reason_words(backlog.reason, t), 160) if backlog.reason else source.no_plan()
    figure = _Measured(
        "backlog_rate_per_s",
        t("Backlog growth"),
        backlog.rate_per_s,
        t("msg/s"),
        why,
        f"\u2264{NBSP}0.1{NBSP}/s",
    )
    return _judged(figure, criterion_for(source, "backlog_rate"), source)


def _judged(figure: _Measured, criterion: CriterionResult | None, source: Source) -> KeyFigure:
    t, value = source.t, figure.value
    limit = limit_value(criterion)
    unjudged = t("redline {value}", value=figure.redline)
    failed = criterion is not None and criterion.verdict == "FAIL"
    not_judged = Cell(t("NOT JUDGED"), badge="warn", code="NOT_TESTED")
    return KeyFigure(
        name=figure.name,
        title=figure.title,
        badge=badge(criterion.verdict, t) if criterion else not_judged,
        tone=TONES[criterion.verdict] if criterion else "warn",
        value=number(value),
        unit="" if value is None else figure.unit,
        data_value="" if value is None else repr(value),
        bullet=None if value is None else _bullet(value, limit, bad=failed),
        foot=figure.why if value is None else _against(value, limit, source),
        limit=t("limit {value}", value=limit_words(criterion)) if criterion else unjudged,
    )


def _second_peak(source: Source) -> KeyFigure:
    t, acknowledge = source.t, source.statistics.acknowledge
    share = second_peak_share(source)
    modes = acknowledge.modes if acknowledge is not None else None
    watched = share is not None and share > WATCH_SHARE
    if share is None:
        badge_cell, foot = Cell(t("NOT JUDGED"), badge="warn", code="NOT_TESTED"), _why_no_shape(source)
    elif share == 0:
        badge_cell, foot = Cell(t("ONE PEAK"), badge="plain", code="ONE_PEAK"), t("one peak only")
    else:
        badge_cell = Cell(t("TWO PEAKS"), badge="warn", code="TWO_PEAKS")
        foot = t("near {centre}", centre=quantity(modes.peaks[-1].centre_ms if modes else None, "ms", 3))
    return KeyFigure(
        name="second_peak_share",
        title=t("Second ack peak"),
        badge=badge_cell,
        tone="warn" if watched or share is None else "plain",
        value=DASH if share is None else number(share * 100, 3),
        unit="" if share is None else t("% of messages"),
        data_value="" if share is None else repr(share),
        bullet=None if share is None else _bullet(share, WATCH_SHARE, bad=watched),
        foot=foot,
        limit=t("watch line {value}, no criterion", value=quantity(WATCH_SHARE * 100, "%")),
    )


def _why_no_shape(source: Source) -> str:
    t, acknowledge = source.t, source.statistics.acknowledge
    if acknowledge is None or acknowledge.modes is None:
        return t("not known: no acknowledged publish was found")
    if acknowledge.modes.verdict == "too_few_samples":
        return t(
            "not known: too few acknowledged messages ({n}) to tell peaks apart", n=number(acknowledge.n)
        )
    return t("not known: whole milliseconds are too coarse for so short a time")


def _bullet(value: float, limit: float | None, *, bad: bool) -> Bullet:
    """The track runs from 0 (or the value, when negative) to 1.4 times the larger of value and limit."""
    low = min(0.0, value)
    span = max(value, limit or 0.0, -low * 0.5, 1e-12) * 1.4 - low
    start, end = (value, 0.0) if value < 0 else (0.0, value)
    return Bullet(
        bar_left=round((start - low) / span * 100, 2),
        bar_width=max(round((end - start) / span * 100, 2), 0.8),
        limit=None if limit is None else round((limit - low) / span * 100, 2),
        bad=bad,
    )


def _against(value: float, limit: float | None, source: Source) -> str:
    t = source.t
    if limit is None or limit <= 0:
        return ""
    if value <= 0:
        return t("not growing")
    if value > limit:
        return t("{factor} times the limit", factor=number(value / limit, 3))
    return t("{share} % under the limit", share=number((1 - value / limit) * 100, 3))
