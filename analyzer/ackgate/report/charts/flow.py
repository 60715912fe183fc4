"""The life of one message as a flow between client and broker."""

from dataclasses import dataclass

from markupsafe import Markup, escape

from ackgate.report.display import Caption, Chart
from ackgate.report.palette import LIGHT
from ackgate.report.source import Source

_WIDTH, _ROW, _TOP, _CLIENT_X, _BROKER_X = 680, 26, 34, 190, 490


@dataclass(frozen=True)
class Arrow:
    """A packet: its name, the second of the run it was seen (None: not measured), and who sent it."""

    packet: str
    at_s: float | None
    from_client: bool


def flow_chart(
    caption: Caption, client: str, broker: str, arrows: tuple[Arrow, ...], source: Source
) -> Chart:
    """Lifelines left and right, one arrow a packet, times at the client's side (where they were taken)."""
    height = _TOP + _ROW * len(arrows) + 14
    parts = [
        Markup('<svg role="img" aria-labelledby="{n}-t {n}-d" viewBox="0 0 {w} {h}">').format(
            n=caption.name, w=_WIDTH, h=height
        ),
        Markup('<title id="{n}-t">{t}</title><desc id="{n}-d">{d}</desc>').format(
            n=caption.name, t=caption.title, d=caption.subtitle
        ),
        _lifeline(_CLIENT_X, client, height),
        _lifeline(_BROKER_X, broker, height),
        *(_arrow(arrow, _TOP + _ROW * index + 14) for index, arrow in enumerate(arrows)),
        Markup("</svg>"),
    ]
    svg = Markup("").join(parts)
    return Chart(
        caption.name,
        caption.title,
        caption.subtitle,
        _literal(svg) if source.literal_colours else svg,
        wide=True,
    )


def _lifeline(x: int, name: str, height: int) -> Markup:
    return Markup(
        '<line x1="{x}" x2="{x}" y1="22" y2="{h}" stroke="var(--rule)" stroke-width="1.5"/>'
        '<text x="{x}" y="14" text-anchor="middle" font-size="10" font-weight="700" '
        'fill="var(--ink)">{n}</text>'
    ).format(x=x, h=height, n=name)


def _arrow(arrow: Arrow, y: int) -> Markup:
    start, end = (_CLIENT_X, _BROKER_X) if arrow.from_client else (_BROKER_X, _CLIENT_X)
    direction = 1 if end > start else -1
    when = "" if arrow.at_s is None else f"{arrow.at_s:.3f} s"
    return Markup(
        '<line x1="{x1}" x2="{x2}" y1="{y}" y2="{y}" stroke="var(--c1)" stroke-width="1.5"/>'
        '<path d="M{x2} {y}l{b} -4v8z" fill="var(--c1)"/>'
        '<text x="340" y="{ty}" text-anchor="middle" font-size="9" fill="var(--ink)">{packet}</text>'
        '<text x="180" y="{wy}" text-anchor="end" font-size="9" fill="var(--muted)">{when}</text>'
    ).format(
        x1=start, x2=end, y=y, b=-8 * direction, ty=y - 4, wy=y + 3, packet=escape(arrow.packet), when=when
    )


def _literal(svg: Markup) -> Markup:
    text = str(svg)
    for token, colour in LIGHT.items():
        text = text.replace(f"var(--{token})", colour)
    return Markup(text)  # noqa: S704
