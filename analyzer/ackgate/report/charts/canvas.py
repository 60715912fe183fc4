"""A matplotlib figure in house style, and its SVG made fit for inlining.

Bytes are the same on every machine: bundled font, fixed hash salt, fixed margins, no date. Colours are
sentinels that become CSS variables (or literals), so one SVG serves light, dark and print.
"""

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from ackgate.report.display import Caption
from ackgate.report.palette import LIGHT, SENTINELS

_POINTS_PER_INCH = 72
_STYLE = {
    "svg.hashsalt": "ackgate",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "text.parse_math": False,
    "axes.edgecolor": SENTINELS["grid"],
    "axes.labelcolor": SENTINELS["muted"],
    "xtick.color": SENTINELS["grid"],
    "ytick.color": SENTINELS["grid"],
    "xtick.labelcolor": SENTINELS["muted"],
    "ytick.labelcolor": SENTINELS["muted"],
    "axes.unicode_minus": True,
    "path.simplify": True,
    "path.simplify_threshold": 0.4,
    "lines.solid_capstyle": "round",
}


@dataclass(frozen=True)
class Frame:
    """Size and margins of a chart in SVG units (points)."""

    width: float = 330
    height: float = 160
    left: float = 44
    right: float = 16
    top: float = 10
    bottom: float = 34


HALF = Frame()
WIDE = Frame(width=680, height=166, left=52, top=26)
#: Widest frame of a picture for telephones, whose text is then as large as the page's.
NARROW_WIDTH = 330
NARROW = Frame(height=190, left=46, top=26)


@contextmanager
def chart_axes(frame: Frame) -> Iterator[tuple[Figure, Axes]]:
    """A figure with one pair of axes in house style, to be written before the ``with`` block ends."""
    style: Any = _STYLE  # the stub wants each key as a literal
    with mpl.rc_context(style), warnings.catch_warnings():
        # Chinese text is laid out by the browser; that the measuring font lacks the glyphs does not matter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
        figure = Figure(figsize=(frame.width / _POINTS_PER_INCH, frame.height / _POINTS_PER_INCH))
        FigureCanvasSVG(figure)
        axes = figure.add_axes(
            (
                frame.left / frame.width,
                frame.bottom / frame.height,
                1 - (frame.left + frame.right) / frame.width,
                1 - (frame.top + frame.bottom) / frame.height,
            )
        )
        figure.patch.set_visible(False)
        axes.patch.set_visible(False)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.grid(visible=True, axis="y", color=SENTINELS["grid"], linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(length=3, width=0.8, labelcolor=SENTINELS["muted"])
        axes.tick_params(axis="y", length=0)
        yield figure, axes


def legend_above(axes: Axes, columns: int) -> None:
    """Names of the lines above the axes, where they hide nothing."""
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
        frameon=False,
        borderaxespad=0.2,
        handlelength=2.2,
        labelcolor=SENTINELS["ink"],
        fontsize=8,
    )


def to_svg(figure: Figure, caption: Caption, description: str, *, literal: bool) -> Markup:
    """Write ``figure`` as inline SVG. ``literal``: real colours, no variables."""
    buffer = io.StringIO()
    figure.savefig(
        buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
    )
    return Markup(_clean(buffer.getvalue(), caption, description, literal=literal))  # noqa: S704


def _clean(svg: str, caption: Caption, description: str, *, literal: bool) -> str:
    name = caption.name
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-").replace("xlink:href", "href")
    svg = re.sub(r"font: (?:(\d+|bold) )?([\d.]+)px [^;\"]*;?", _font, svg)
    svg = re.sub(r"<[^>]*>", _two_decimals, svg)
    svg = svg.replace("font-family: 'DejaVu Sans'; ", "")
    svg = _named_colours(svg, literal=literal)
    view_box = re.search(r'viewBox="[^"]*"', svg)
    head = (
        f'<svg role="img" aria-labelledby="{name}-t {name}-d" {view_box[0] if view_box else ""}>'
        f'<title id="{name}-t">{escape(caption.title)}</title>'
        f'<desc id="{name}-d">{escape(description)}</desc>'
    )
    return head + svg[svg.index(">") + 1 :].strip()


def _font(match: re.Match[str]) -> str:
    weight = f"font-weight: {match[1]}; " if match[1] else ""
    return f"{weight}font-size: {match[2]}px;"


def _two_decimals(tag: re.Match[str]) -> str:
    """A hundredth of a point is finer than any screen: coordinates need no more."""
    return re.sub(r"(\d+\.\d\d)\d+", r"\1", tag[0])


@lru_cache
def _colour_pattern() -> re.Pattern[str]:
    return re.compile("|".join(SENTINELS.values()))


def _named_colours(svg: str, *, literal: bool) -> str:
    tokens = {colour: token for token, colour in SENTINELS.items()}

    def named(match: re.Match[str]) -> str:
        token = tokens[match[0]]
        return LIGHT[token] if literal else f"var(--{token})"

    return _colour_pattern().sub(named, svg)
