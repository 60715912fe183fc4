"""Histogram of acknowledge times, with its peaks."""

import math

import numpy as np
from matplotlib.axes import Axes

from ackgate.model.statistics import Acknowledge
from ackgate.report.charts.canvas import HALF, chart_axes, to_svg
from ackgate.report.display import Caption, Chart
from ackgate.report.language import Translator
from ackgate.report.numbers import number, quantity
from ackgate.report.palette import SENTINELS
from ackgate.report.source import Source
from ackgate.report.wording import titled


def acknowledge_histogram(acknowledge: Acknowledge, ids: str, source: Source) -> Chart:
    """Share of messages over acknowledge time (log axis); bars beyond the split are the further peaks."""
    t = source.t
    split_ms = _split_ms(acknowledge)
    subtitle = t("{n} messages", n=number(acknowledge.n))
    if split_ms is not None:
        subtitle = t("{n} messages; red bars are the second peak", n=number(acknowledge.n))
    caption = Caption(
        "acknowledge-histogram", titled(t("Acknowledge time by share of messages"), ids, t), subtitle
    )
    with chart_axes(HALF) as (figure, axes):
        top = _draw_bars(axes, acknowledge, split_ms)
        axes.set_xlabel(t("acknowledge time, ms (log scale)"))
        axes.set_ylabel(t("share of messages, %"))
        if split_ms is not None:
            axes.axvline(split_ms, color=SENTINELS["muted"], linewidth=1, linestyle=(0, (2, 2)))
            words = t("split {value}", value=quantity(split_ms, "ms"))
            axes.text(split_ms / 1.06, top * 1.18, words, ha="right", color=SENTINELS["muted"])
        _mark_peaks(axes, acknowledge, top, t)
        svg = to_svg(figure, caption, peaks_sentence(acknowledge, t), literal=source.literal_colours)
    return Chart(caption.name, caption.title, subtitle, svg)


def _split_ms(acknowledge: Acknowledge) -> float | None:
    """Where the further peaks begin; None with one peak, whose upper part is no peak of its own."""
    modes = acknowledge.modes
    if modes is None or modes.verdict not in ("bimodal", "multimodal"):
        return None
    return modes.split_ms


def _draw_bars(axes: Axes, acknowledge: Acknowledge, split_ms: float | None) -> float:
    """Bars in per cent of the messages; returns the highest."""
    total = sum(cell.count for cell in acknowledge.histogram)
    lows = np.array([max(cell.low_ms, 1e-3) for cell in acknowledge.histogram])
    highs = np.array([cell.high_ms for cell in acknowledge.histogram])
    shares = np.array([cell.count / total * 100 for cell in acknowledge.histogram])
    beyond = lows >= split_ms if split_ms is not None else np.zeros(len(lows), dtype=bool)
    for chosen, token in ((~beyond, "c1"), (beyond, "limit")):
        axes.bar(
            lows[chosen],
            shares[chosen],
            highs[chosen] - lows[chosen],
            align="edge",
            color=SENTINELS[token],
            edgecolor=SENTINELS["paper"],
            linewidth=0.3,
        )
    axes.set_xscale("log")
    _log_ticks(axes, float(lows[shares > 0].min()), float(highs[shares > 0].max()))
    top = float(shares.max())
    axes.set_ylim(0, top * 1.3)
    return top


def peaks_sentence(acknowledge: Acknowledge, t: Translator) -> str:
    """The peaks in words."""
    peaks = acknowledge.modes.peaks if acknowledge.modes is not None else []
    if not peaks:
        return t("No peak could be told apart.")
    return " ".join(
        t(
            "Peak at {centre} holds {share} of messages.",
            centre=quantity(peak.centre_ms, "ms", 3),
            share=quantity(peak.share * 100, "%", 3),
        )
        for peak in peaks
    )


def _mark_peaks(axes: Axes, acknowledge: Acknowledge, top: float, t: Translator) -> None:
    for index, peak in enumerate(acknowledge.modes.peaks if acknowledge.modes is not None else []):
        token, height = ("ink", 1.04) if index == 0 else ("limit", 0.62)
        text = (
            t("main peak {centre}", centre=quantity(peak.centre_ms, "ms", 3))
            if index == 0
            else (
                t(
                    "peak {centre}, {share}",
                    centre=quantity(peak.centre_ms, "ms", 3),
                    share=quantity(peak.share * 100, "%", 3),
                )
            )
        )
        axes.text(peak.centre_ms, top * height, text, ha="center", weight="bold", color=SENTINELS[token])


def _log_ticks(axes: Axes, low: float, high: float) -> None:
    axes.set_xlim(low * 0.8, max(high * 1.25, low * 10))
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [base * 10.0**exponent for exponent in exponents for base in (1, 3)]
    shown = [tick for tick in ticks if low * 0.8 <= tick <= max(high * 1.25, low * 10)]
    axes.set_xticks(shown, [number(tick) for tick in shown])
    axes.minorticks_off()
