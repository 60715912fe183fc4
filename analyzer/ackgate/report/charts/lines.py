"""Lines over the time of the run: static picture thinned for print, full data for zooming."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.ticker import LogLocator
from numpy.typing import NDArray

from ackgate.report.charts.canvas import Frame, chart_axes, to_svg
from ackgate.report.display import Caption, Chart, Zoom, ZoomSeries
from ackgate.report.palette import DASHES, SENTINELS, SERIES
from ackgate.report.source import Source

#: Points of a line in the static picture: about one for each point of its printed width.
STATIC_POINTS = 600
#: Points of a line in the zoom data.
ZOOM_POINTS = 3600
_FRAME = Frame(width=680, height=190, left=52, top=26)


@dataclass(frozen=True)
class Line:
    """One line; None where nothing was measured."""

    name: str
    at_s: tuple[float, ...]
    values: tuple[float | None, ...]


def lines_chart(
    caption: Caption, y_label: str, lines: Sequence[Line], source: Source, *, log: bool = False
) -> Chart:
    """A wide chart of at most six lines, which differ by colour and by dash."""
    t, subtitle = source.t, caption.subtitle
    grid = _common_grid(lines)
    thinned = _stride(len(grid), ZOOM_POINTS)
    sampled = [_on_grid(line, grid) for line in lines]
    with chart_axes(_FRAME) as (figure, axes):
        stride = _stride(len(grid), STATIC_POINTS)
        for index, values in enumerate(sampled):
            axes.plot(
                _thin_times(grid, stride),
                _largest(values, stride),
                color=SENTINELS[SERIES[index]],
                linewidth=1.3,
                linestyle=_matplotlib_dash(index),
                label=lines[index].name,
            )
        if log and any(np.nansum(values > 0) for values in sampled):
            axes.set_yscale("log")
            axes.minorticks_off()
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        else:
            axes.set_ylim(bottom=0)
        axes.set_xlim(float(grid[0]), float(grid[-1]) if grid[-1] > grid[0] else float(grid[0]) + 1)
        axes.set_xlabel(t("seconds since start"))
        axes.set_ylabel(y_label)
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=len(lines),
            frameon=False,
            borderaxespad=0.2,
            handlelength=2.2,
            labelcolor=SENTINELS["ink"],
            fontsize=8,
        )
        if stride > 1:
            subtitle += ". " + t("Drawn with the largest of every {n} values.", n=stride)
        svg = to_svg(figure, caption, subtitle, literal=source.literal_colours)
    x = tuple(round(float(time), 3) for time in _thin_times(grid, thinned))
    series = tuple(
        ZoomSeries(line.name, SERIES[index], DASHES[index], _plain(_largest(values, thinned)))
        for index, (line, values) in enumerate(zip(lines, sampled, strict=True))
    )
    zoom = Zoom(t("seconds since start"), y_label, x, series)
    return Chart(caption.name, caption.title, subtitle, svg, wide=True, zoom=zoom)


def _matplotlib_dash(index: int) -> str | tuple[int, tuple[float, ...]]:
    return (0, DASHES[index]) if DASHES[index] else "-"


def _common_grid(lines: Sequence[Line]) -> NDArray[np.float64]:
    return np.unique(np.concatenate([np.asarray(line.at_s, dtype=float) for line in lines]))


def _on_grid(line: Line, grid: NDArray[np.float64]) -> NDArray[np.float64]:
    values = np.full(len(grid), np.nan)
    values[np.searchsorted(grid, np.asarray(line.at_s, dtype=float))] = [
        np.nan if value is None else value for value in line.values
    ]
    return values


def _stride(points: int, limit: int) -> int:
    return max(1, -(-points // limit))


def _thin_times(grid: NDArray[np.float64], stride: int) -> NDArray[np.float64]:
    return grid[::stride]


def _largest(values: NDArray[np.float64], stride: int) -> NDArray[np.float64]:
    """The largest of each run of ``stride`` values, NaN where all are: no spike is lost by thinning."""
    if stride == 1:
        return values
    padded = np.full(-(-len(values) // stride) * stride, -np.inf)
    padded[: len(values)] = np.where(np.isnan(values), -np.inf, values)
    largest = padded.reshape(-1, stride).max(axis=1)
    return np.where(np.isneginf(largest), np.nan, largest)


def _plain(values: NDArray[np.float64]) -> tuple[float | None, ...]:
    return tuple(None if np.isnan(value) else float(f"{value:.4g}") for value in values)
