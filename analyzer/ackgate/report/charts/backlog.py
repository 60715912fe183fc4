"""Backlog over time, with its fitted slope and its redline."""

from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ackgate.model.statistics import Backlog
from ackgate.report.charts.canvas import NARROW, WIDE, Frame, chart_axes, legend_above, to_svg
from ackgate.report.display import Caption, Chart, Zoom, ZoomSeries
from ackgate.report.numbers import quantity
from ackgate.report.palette import SENTINELS
from ackgate.report.source import Source
from ackgate.report.wording import titled


@dataclass(frozen=True)
class _Fit:
    """The straight line: from where to where, its height at the start, its slope and the one allowed."""

    start_s: float
    end_s: float
    base: float
    rate_per_s: float
    limit_per_s: float | None

    def height(self, rate_per_s: float, at_s: float) -> float:
        return self.base + rate_per_s * (at_s - self.start_s)


def backlog_line(backlog: Backlog, limit_per_s: float | None, ids: str, source: Source) -> Chart:
    """Outstanding deliveries over time, the fitted slope and the redline from the start of the fit.

    ``ids``: short names of the criteria that the chart belongs to, empty without one.
    """
    t = source.t
    caption = Caption("backlog", titled(t("Broker backlog"), ids, t), _subtitle(backlog, source))
    times = np.array([point.at_s for point in backlog.points])
    outstanding = np.array([point.outstanding for point in backlog.points])
    fit = _fit(backlog, limit_per_s, times, outstanding)
    drawing = _Drawing(times, outstanding, fit, t("Slope {value}.", value=_rate(_slope(backlog), source)))
    zoom = Zoom(
        t("seconds since start"), t("messages"), _plain(times), _series(fit, times, outstanding, source)
    )
    return Chart(
        caption.name,
        caption.title,
        caption.subtitle,
        _picture(drawing, WIDE, caption, source),
        wide=True,
        zoom=zoom,
        narrow=_picture(drawing, NARROW, caption.slim(), source),
    )


@dataclass(frozen=True)
class _Drawing:
    """What both pictures show; ``description`` says it in words."""

    times: NDArray[np.float64]
    outstanding: NDArray[np.float64]
    fit: _Fit | None
    description: str


def _subtitle(backlog: Backlog, source: Source) -> str:
    t = source.t
    subtitle = t("broker inbound minus outbound; straight line is the fit")
    if backlog.source == "ledger":
        subtitle = t("owed minus received; straight line is the fit")
    if backlog.method == "balance":
        owed = _rate(backlog.rate_per_s, source)
        subtitle += t("; ") + t("judged by what was still owed after the drain: {rate}", rate=owed)
    return subtitle


def _rate(per_s: float | None, source: Source) -> str:
    return quantity(per_s, source.t("msg/s"), 3)


def _picture(drawing: _Drawing, frame: Frame, caption: Caption, source: Source) -> Markup:
    times, fit = drawing.times, drawing.fit
    with chart_axes(frame) as (figure, axes):
        axes.plot(times, drawing.outstanding, color=SENTINELS["c1"], linewidth=1.2)
        if fit is not None:
            _draw_fit(axes, fit, source)
        _scale(axes, times, source)
        if fit is not None:
            _mark_warm_up(axes, fit, float(times[0]), float(times[-1]), source)
            legend_above(axes, 2)
        return to_svg(figure, caption, drawing.description, literal=source.literal_colours)


def _fit(
    backlog: Backlog, limit_per_s: float | None, times: NDArray[np.float64], values: NDArray[np.float64]
) -> _Fit | None:
    """None without a slope. The line passes through the centre of the fitted points."""
    rate_per_s = _slope(backlog)
    if rate_per_s is None:
        return None
    start_s = backlog.fit_start_s if backlog.fit_start_s is not None else float(times[0])
    end_s = backlog.fit_end_s if backlog.fit_end_s is not None else float(times[-1])
    fitted = (times >= start_s) & (times <= end_s)
    if not fitted.any():
        return None
    base = float(values[fitted].mean() - rate_per_s * (times[fitted].mean() - start_s))
    return _Fit(start_s, end_s, base, rate_per_s, limit_per_s)


def _slope(backlog: Backlog) -> float | None:
    """The trend of the line; the judged rate may be another one, the balance after the drain."""
    if backlog.slope is not None:
        return backlog.slope.rate_per_s
    return None if backlog.method == "balance" else backlog.rate_per_s


def _draw_fit(axes: Axes, fit: _Fit, source: Source) -> None:
    t = source.t
    ends = (fit.start_s, fit.end_s)
    fitted = [fit.height(fit.rate_per_s, at_s) for at_s in ends]
    words = t("fitted {value}", value=_rate(fit.rate_per_s, source))
    axes.plot(ends, fitted, color=SENTINELS["ink"], linewidth=1.6, label=words)
    if fit.limit_per_s is None:
        return
    limit = [fit.height(fit.limit_per_s, at_s) for at_s in ends]
    words = t("limit {value}", value=quantity(fit.limit_per_s, t("msg/s")))
    dash = (0, (5, 3))
    axes.plot(ends, limit, color=SENTINELS["limit"], linewidth=1.4, linestyle=dash, label=words)


def _scale(axes: Axes, times: NDArray[np.float64], source: Source) -> None:
    low, high = axes.get_ylim()
    low, high = min(low, 0), max(high, 1)
    axes.set_ylim(low, high + (high - low) * 0.15)
    first_s, last_s = float(times[0]), float(times[-1])
    axes.set_xlim(first_s, max(last_s, first_s + 1))
    axes.set_xlabel(source.t("seconds since start"))
    axes.set_ylabel(source.t("messages"))


def _mark_warm_up(axes: Axes, fit: _Fit, first_s: float, last_s: float, source: Source) -> None:
    if fit.start_s <= first_s:
        return
    axes.axvspan(first_s, fit.start_s, color=SENTINELS["c1soft"], linewidth=0, zorder=0)
    if fit.start_s - first_s > 0.15 * (last_s - first_s):
        words = source.t("warm-up, not judged")
        middle, high = (fit.start_s + first_s) / 2, axes.get_ylim()[1] * 0.88
        axes.text(middle, high, words, ha="center", color=SENTINELS["muted"])


def _series(
    fit: _Fit | None, times: NDArray[np.float64], outstanding: NDArray[np.float64], source: Source
) -> tuple[ZoomSeries, ...]:
    t = source.t
    lines = [ZoomSeries(t("outstanding"), "c1", (), _plain(outstanding))]
    if fit is not None and fit.limit_per_s is not None:
        rate = fit.limit_per_s
        inside = (times >= fit.start_s) & (times <= fit.end_s)
        redline = tuple(
            round(fit.height(rate, float(at_s)), 3) if within else None
            for at_s, within in zip(times, inside, strict=True)
        )
        lines.append(ZoomSeries(t("limit"), "limit", (5, 3), redline))
    return tuple(lines)


def _plain(values: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(value), 3) for value in values)
