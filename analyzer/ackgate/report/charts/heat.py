"""Heat maps: one colour whose opacity is the value, so the picture reads on light and dark paper alike."""

import base64
import io
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from matplotlib.image import imsave
from numpy.typing import NDArray

from ackgate.model.statistics import HeatMap
from ackgate.report.charts.canvas import NARROW_WIDTH, Frame, chart_axes, to_svg
from ackgate.report.display import Caption, Chart
from ackgate.report.numbers import quantity
from ackgate.report.palette import LIGHT
from ackgate.report.source import Source
from ackgate.report.text import shown

_ROW_TICKS = 8
_MAX_PIXELS = 1200
_FAINTEST = 0.12
_FRAME = Frame(width=680, height=220, left=104)
_SLIM = Frame(width=NARROW_WIDTH, height=220, left=104)


def heat_chart(caption: Caption, heat: HeatMap, unit: str, source: Source, *, rising: bool) -> Chart:
    """``rising``: the first row is drawn at the bottom, as on an axis; else at the top, as in a list."""
    t = source.t
    values = np.array([[np.nan if v is None else v for v in row] for row in heat.values], dtype=float)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    legend = t(
        "faint: {low}, solid: {high} (log scale); empty: nothing measured",
        low=quantity(low, unit, 3),
        high=quantity(high, unit, 3),
    )
    alpha = _opacity(_fewer(values[::-1] if rising else values), low, high)
    drawing = _Drawing(heat, alpha, legend, rising)
    return Chart(
        caption.name,
        caption.title,
        f"{caption.subtitle}{t('; ')}{legend}",
        _drawn(drawing, _FRAME, caption, source),
        wide=True,
        narrow=_drawn(drawing, _SLIM, caption.slim(), source),
    )


@dataclass(frozen=True)
class _Drawing:
    """What both pictures show: the map, its cells as pixels, the legend in words."""

    heat: HeatMap
    pixels: NDArray[np.uint8]
    legend: str
    rising: bool


def _drawn(drawing: _Drawing, frame: Frame, caption: Caption, source: Source) -> Markup:
    heat = drawing.heat
    with chart_axes(frame) as (figure, axes):
        axes.grid(visible=False)
        axes.set_xlim(heat.column_s[0], _end(heat.column_s))
        rows = len(heat.values)
        axes.set_ylim(*((0, rows) if drawing.rising else (rows, 0)))
        step = max(1, -(-len(heat.row_labels) // _ROW_TICKS))
        ticks = range(0, len(heat.row_labels), step)
        axes.set_yticks([row + 0.5 for row in ticks], [shown(heat.row_labels[row], 18) for row in ticks])
        axes.set_xlabel(source.t("seconds since start"))
        svg = to_svg(figure, caption, drawing.legend, literal=source.literal_colours)
    picture = _picture(drawing.pixels, frame)
    return Markup(str(svg).replace("</desc>", f"</desc>{picture}", 1))  # noqa: S704


def _picture(image: NDArray[np.uint8], frame: Frame) -> str:
    """The cells as a PNG stretched over the axes: one pixel a cell, whatever the size of the chart."""
    buffer = io.BytesIO()
    imsave(buffer, image, format="png", metadata={"Software": ""})
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    width, height = frame.width - frame.left - frame.right, frame.height - frame.top - frame.bottom
    return (
        f'<image x="{frame.left}" y="{frame.top}" width="{width}" height="{height}" '
        f'preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
    )


def _end(columns_s: list[float]) -> float:
    width = columns_s[1] - columns_s[0] if len(columns_s) > 1 else 1.0
    return columns_s[-1] + width


def _fewer(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """At most ``_MAX_PIXELS`` rows, each the largest of those it stands for."""
    stride = max(1, -(-len(values) // _MAX_PIXELS))
    if stride == 1:
        return values
    padded = np.full((-(-len(values) // stride) * stride, values.shape[1]), -np.inf)
    padded[: len(values)] = np.where(np.isnan(values), -np.inf, values)
    largest = padded.reshape(-1, stride, values.shape[1]).max(axis=1)
    return np.where(np.isneginf(largest), np.nan, largest)


def _opacity(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.uint8]:
    floor = max(low, high * 1e-6, 1e-9)
    span = np.log(max(high, floor * 1.0001) / floor)
    level = np.log(np.maximum(np.nan_to_num(values, nan=floor), floor) / floor) / span
    alpha = np.where(np.isnan(values), 0, _FAINTEST + (1 - _FAINTEST) * level)
    image = np.zeros((*values.shape, 4), dtype=np.uint8)
    image[..., :3] = [int(LIGHT["c1"][index : index + 2], 16) for index in (1, 3, 5)]
    image[..., 3] = np.round(alpha * 255)
    return image
