"""Colours by token. Charts are drawn in sentinel colours, which become CSS variables (PDF: literals)."""

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "bg": "#e9ecef",
    "paper": "#ffffff",
    "ink": "#15202b",
    "muted": "#4d5b69",
    "grid": "#d5dbe1",
    "rule": "#c3ccd5",
    "c1": "#1f5fa8",
    "c1soft": "#dbe7f5",
    "c2": "#8a4b08",
    "c3": "#1b6b3a",
    "c4": "#7a3f9d",
    "c5": "#0f6a74",
    "c6": "#8f2d56",
    "limit": "#b3261e",
    "badsoft": "#fbe4e1",
    "ok": "#1b6b3a",
    "oksoft": "#e2f2e7",
    "nj": "#7a5200",
    "njsoft": "#fdf0d2",
}
DARK: Mapping[str, str] = {
    "bg": "#0d1218",
    "paper": "#161d26",
    "ink": "#e8edf2",
    "muted": "#a9b6c3",
    "grid": "#34404d",
    "rule": "#3b4856",
    "c1": "#6fb0f5",
    "c1soft": "#22354b",
    "c2": "#f0a868",
    "c3": "#7fd49b",
    "c4": "#cfa3ea",
    "c5": "#67cfd8",
    "c6": "#f29ab8",
    "limit": "#ff8a80",
    "badsoft": "#43211f",
    "ok": "#7fd49b",
    "oksoft": "#18352a",
    "nj": "#f2c46d",
    "njsoft": "#3b2f16",
}
SERIES: tuple[str, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
#: Dash of each series, so that lines differ without colour (SVG dash arrays, matplotlib's and uPlot's form).
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (2, 2), (8, 2, 2, 2), (4, 4), (10, 3))

#: Token -> a colour no palette holds, as matplotlib writes it (lower-case hex).
SENTINELS: Mapping[str, str] = {token: f"#fe{index:02x}ef" for index, token in enumerate(LIGHT)}


def css_variables(palette: Mapping[str, str]) -> str:
    """``--ink:#15202b;...`` for a CSS rule."""
    return ";".join(f"--{token}:{colour}" for token, colour in palette.items())


def contrast(first: str, second: str) -> float:
    """WCAG 2.2 contrast ratio of two ``#rrggbb`` colours, 1 to 21 (success criterion 1.4.3)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
