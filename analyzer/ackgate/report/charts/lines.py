"""Lines over the time of the run: static picture thinned for print, full data for zooming."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator
from numpy.typing import NDArray

from ackgate.report.charts.canvas import NARROW_WIDTH, Frame, chart_axes, legend_above, to_svg
from ackgate.report.display import Caption, Chart, Zoom, ZoomSeries
from ackgate.report.palette import DASHES, SENTINELS, SERIES
from ackgate.report.source import Source

#: Points of a line in the static picture: about one for each point of its printed width.
STATIC_POINTS = 600
#: Points of a line in the zoom data.
ZOOM_POINTS = 3600
_NARROW_COLUMNS = 2
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
    grid = _common_grid(lines)
    values = [_on_grid(line, grid) for line in lines]
    drawing = _Drawing(caption, y_label, [line.name for line in lines], grid, values, log)
    stride = _stride(len(grid), STATIC_POINTS)
    subtitle = caption.subtitle
    if stride > 1:
        subtitle += source.t("; ") + source.t("drawn with the largest of every {n} values", n=stride)
    rows = -(-len(lines) // _NARROW_COLUMNS)
    slim = Frame(width=NARROW_WIDTH, height=176 + 12 * rows, left=48, top=14 + 12 * rows)
    return Chart(
        caption.name,
        caption.title,
        subtitle,
        _picture(drawing, _FRAME, len(lines), source),
        wide=True,
        zoom=_zoom(drawing, source),
        narrow=_picture(drawing, slim, _NARROW_COLUMNS, source),
    )


@dataclass(frozen=True)
class _Drawing:
    """What both pictures of a chart show: lines on one grid of times."""

    caption: Caption
    y_label: str
    names: list[str]
    grid: NDArray[np.float64]
    values: list[NDArray[np.float64]]
    log: bool


def _picture(drawing: _Drawing, frame: Frame, legend_columns: int, source: Source) -> Markup:
    grid = drawing.grid
    stride = _stride(len(grid), STATIC_POINTS)
    with chart_axes(frame) as (figure, axes):
        for index, (name, values) in enumerate(zip(drawing.names, drawing.values, strict=True)):
            axes.plot(
                _thin_times(grid, stride),
                _largest(values, stride),
                color=SENTINELS[SERIES[index]],
                linewidth=1.3,
                linestyle=_matplotlib_dash(index),
                label=name,
            )
        _scale(axes, drawing)
        axes.set_xlabel(source.t("seconds since start"))
        axes.set_ylabel(drawing.y_label)
        legend_above(axes, legend_columns)
        caption = drawing.caption if frame is _FRAME else drawing.caption.slim()
        return to_svg(figure, caption, caption.subtitle, literal=source.literal_colours)


def _scale(axes: Axes, drawing: _Drawing) -> None:
    if drawing.log and any(np.nansum(values > 0) for values in drawing.values):
        _log_scale(axes, drawing.values)
    else:
        axes.set_ylim(bottom=0)
    first_s, last_s = float(drawing.grid[0]), float(drawing.grid[-1])
    axes.set_xlim(first_s, last_s if last_s > first_s else first_s + 1)


def _log_scale(axes: Axes, values: Sequence[NDArray[np.float64]]) -> None:
    """Logarithmic; from 0 to 1 straight where there are zeros, which whole milliseconds often are."""
    known = np.concatenate([one[~np.isnan(one)] for one in values])
    if known.min() > 0:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.set_yscale("symlog", linthresh=1, linscale=0.4)
        decades = range(math.ceil(math.log10(known.max())) + 1)
        ticks = [base * 10.0**decade for decade in decades for base in (1, 2, 5)]
        axes.set_yticks([0.0, *(tick for tick in ticks if tick <= known.max() * 1.5)])
        axes.set_ylim(0, known.max() * 1.5)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")


def _zoom(drawing: _Drawing, source: Source) -> Zoom:
    stride = _stride(len(drawing.grid), ZOOM_POINTS)
    x = tuple(round(float(time), 3) for time in _thin_times(drawing.grid, stride))
    series = tuple(
        ZoomSeries(name, SERIES[index], DASHES[index], _plain(_largest(values, stride)))
        for index, (name, values) in enumerate(zip(drawing.names, drawing.values, strict=True))
    )
    return Zoom(source.t("seconds since start"), drawing.y_label, x, series)


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
