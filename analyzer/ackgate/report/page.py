"""Report and templates -> one HTML file that loads nothing and needs no script."""

import base64
import hashlib
import json
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import jinja2
from markupsafe import Markup

from ackgate.report.display import Chart, Report
from ackgate.report.language import Translator
from ackgate.report.palette import DARK, LIGHT, css_variables

_HERE = Path(__file__).parent
_ASSETS = _HERE / "assets"


@lru_cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def page(report: Report, t: Translator, *, literal_colours: bool = False) -> str:
    """The HTML text. ``literal_colours``: the form for PDF, without script or variables."""
    charts = {chart.name: chart for chart in _charts(report) if chart.zoom is not None}
    script = "" if literal_colours or not charts else _script()
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            t=t,
            lang=t.html_lang,
            literal=literal_colours,
            version=version("ackgate"),
            colour=LIGHT.__getitem__ if literal_colours else "var(--{})".format,
            css=Markup(_css(report, t, literal=literal_colours)),  # noqa: S704
            csp=_content_security_policy(script),
            script=Markup(script),  # noqa: S704
            chart_data=Markup(_chart_data(charts, t)),  # noqa: S704
        )
    )


def _charts(report: Report) -> list[Chart]:
    blocks = [*report.first.charts, *(block for section in report.sections for block in section.blocks)]
    return [block for block in blocks if isinstance(block, Chart)]


@lru_cache
def _script() -> str:
    library = (_ASSETS / "uplot" / "uPlot.iife.min.js").read_text(encoding="utf-8").strip()
    return f"{library}\n{(_ASSETS / 'charts.js').read_text(encoding='utf-8').strip()}"


def _content_security_policy(script: str) -> str:
    """Nothing may load; styles are inline, heat maps are data: images, the one script goes by its hash."""
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    if not script:
        return policy
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"{policy}; script-src 'sha256-{digest}'"


def _chart_data(charts: dict[str, Chart], t: Translator) -> str:
    """JSON for the script element: ``<`` is escaped, so no text of a label can end the element."""
    data = {
        "words": {"zoom": t("zoom"), "still": t("back to the still picture")},
        "charts": {
            name: {
                "x_label": chart.zoom.x_label,
                "y_label": chart.zoom.y_label,
                "x": chart.zoom.x,
                "series": [
                    {"name": line.name, "token": line.token, "dash": line.dash, "values": line.values}
                    for line in chart.zoom.series
                ],
            }
            for name, chart in charts.items()
            if chart.zoom is not None
        },
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _css(report: Report, t: Translator, *, literal: bool) -> str:
    first = report.first
    style = (_ASSETS / "style.css").read_text(encoding="utf-8")
    evidence = (first.evidence_sha256 or t("not written"))[:16]
    margins = (
        ("top-left", _css_string(f"{first.title} {first.report_id}"), "sans-serif"),
        ("top-right", _css_string(t("evidence {hash}", hash=evidence)), "monospace"),
        ("bottom-left", _css_string(t("Not valid without evidence.json and its signatures")), "sans-serif"),
        ("bottom-right", _page_of(t), "sans-serif"),
    )
    muted = LIGHT["muted"]
    boxes = "".join(
        f"@{place}{{content:{content};font:8pt {family};color:{muted}}}" for place, content, family in margins
    )
    sheet = f"@page{{size:A4;margin:16mm 13mm 15mm;{boxes}}}"
    if literal:
        return sheet + _with_literals(style + (_ASSETS / "pdf.css").read_text(encoding="utf-8"))
    uplot = (_ASSETS / "uplot" / "uPlot.min.css").read_text(encoding="utf-8").strip()
    light, dark = css_variables(LIGHT), css_variables(DARK)
    schemes = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}@media print{{:root{{{light}}}}}"
    return f":root{{{light}}}{schemes}{uplot}{style}{sheet}"


def _with_literals(style: str) -> str:
    for token, colour in LIGHT.items():
        style = style.replace(f"var(--{token})", colour)
    return style


def _page_of(t: Translator) -> str:
    before, _, after = t("page {page} of {pages}").partition("{page}")
    between, _, end = after.partition("{pages}")
    parts = (_css_string(before), "counter(page)", _css_string(between), "counter(pages)", _css_string(end))
    return " ".join(parts)


def _css_string(text: str) -> str:
    """A quoted CSS string in which only letters, digits and spaces stand for themselves."""
    safe = "".join(c if c.isalnum() or c in " .-_" else f"\\{ord(c):x} " for c in text)
    return f'"{safe}"'
