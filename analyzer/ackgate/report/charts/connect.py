"""Connect time by percentile, with its limit."""

import math
from typing import Any

from matplotlib.axes import Axes

from ackgate.model.statistics import Connect
from ackgate.report.charts.canvas import HALF, chart_axes, to_svg
from ackgate.report.display import Caption, Chart
from ackgate.report.numbers import number, quantity
from ackgate.report.palette import SENTINELS
from ackgate.report.source import Source
from ackgate.report.wording import titled

_RANK_TICKS = (50.0, 90.0, 99.0, 99.9, 99.99, 99.999)
#: A limit farther above the slowest connect than this would flatten the curve; it is then named, not drawn.
_LIMIT_DRAWN_BELOW = 20


def connect_by_percentile(connect: Connect, limit_ms: float | None, ids: str, source: Source) -> Chart:
    """Connect time over percentile rank (axis in nines), with the limit and P99 marked."""
    t = source.t
    subtitle = t("{n} connections", n=number(connect.n))
    caption = Caption("connect-percentiles", titled(t("Connect time by percentile"), ids, t), subtitle)
    ranks, values = _nines(connect)
    drawn_limit_ms = (
        limit_ms if limit_ms is not None and limit_ms < _LIMIT_DRAWN_BELOW * max(values) else None
    )
    top = max(*values, drawn_limit_ms or 0.0, 1e-3)
    p99_ms = connect.percentiles_ms.get("99")
    with chart_axes(HALF) as (figure, axes):
        axes.plot(ranks, values, color=SENTINELS["c1"], linewidth=2)
        _scale(axes, max(*ranks, 2.0), top)
        axes.set_ylabel(t("connect time, ms"))
        if limit_ms is not None:
            words = t("limit {value}", value=quantity(limit_ms, "ms"))
            _mark_limit(axes, drawn_limit_ms, top, words)
        if p99_ms is not None:
            axes.plot([2], [p99_ms], "o", color=SENTINELS["c1"], markersize=6)
            marked = f"P99 = {quantity(p99_ms, 'ms')}"
            axes.text(1.94, p99_ms + top * 0.04, marked, ha="right", weight="bold", color=SENTINELS["ink"])
        described = t(
            "P99 is {p99}, limit {limit}.", p99=quantity(p99_ms, "ms"), limit=quantity(limit_ms, "ms")
        )
        svg = to_svg(figure, caption, described, literal=source.literal_colours)
    return Chart(caption.name, caption.title, subtitle, svg)


def _nines(connect: Connect) -> tuple[list[float], list[float]]:
    """Ranks as -log10(1 - p); the maximum stands where half a sample would be left."""
    last = 1 / (2 * max(connect.n, 1))
    ranks = [-math.log10(max(1 - rank / 100, last)) for rank, _ in connect.curve_ms]
    return ranks, [value for _, value in connect.curve_ms]


def _scale(axes: Axes, last_rank: float, top: float) -> None:
    places = {f"P{rank:g}": -math.log10(1 - rank / 100) for rank in _RANK_TICKS}
    shown = {name: place for name, place in places.items() if place <= last_rank}
    axes.set_xticks(list(shown.values()), list(shown))
    axes.set_xlim(0, last_rank)
    axes.set_ylim(0, top * 1.15)


def _mark_limit(axes: Axes, drawn_limit_ms: float | None, top: float, words: str) -> None:
    style: dict[str, Any] = {"color": SENTINELS["limit"], "weight": "bold"}
    if drawn_limit_ms is None:
        axes.text(0.02, top * 1.06, f"{words} \u2191", **style)
        return
    axes.axhline(drawn_limit_ms, color=SENTINELS["limit"], linewidth=1.4, linestyle=(0, (5, 3)))
    axes.text(0.02, drawn_limit_ms + top * 0.03, words, **style)
