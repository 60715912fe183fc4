"""The life of one message as a flow between client and broker."""

from dataclasses import dataclass

from markupsafe import Markup, escape

from ackgate.report.display import Caption, Chart
from ackgate.report.palette import LIGHT
from ackgate.report.source import Source

_ROW, _TOP = 26, 34


@dataclass(frozen=True)
class Arrow:
    """A packet: its name, the second of the run it was seen (None: not measured), and who sent it."""

    packet: str
    at_s: float | None
    from_client: bool


@dataclass(frozen=True)
class _Place:
    """Where things stand, in SVG units: the whole width and the two lifelines."""

    width: int
    client_x: int
    broker_x: int


_WIDE = _Place(680, 190, 490)
_SLIM = _Place(330, 90, 280)


def flow_chart(
    caption: Caption, client: str, broker: str, arrows: tuple[Arrow, ...], source: Source
) -> Chart:
    """Lifelines left and right, one arrow a packet, times at the client's side (where they were taken)."""
    wide, slim = (
        _drawn(named, (client, broker), arrows, place)
        for named, place in ((caption, _WIDE), (caption.slim(), _SLIM))
    )
    if source.literal_colours:
        wide, slim = _literal(wide), _literal(slim)
    return Chart(caption.name, caption.title, caption.subtitle, wide, wide=True, narrow=slim)


def _drawn(caption: Caption, names: tuple[str, str], arrows: tuple[Arrow, ...], place: _Place) -> Markup:
    height = _TOP + _ROW * len(arrows) + 14
    parts = [
        Markup('<svg role="img" aria-labelledby="{n}-t {n}-d" viewBox="0 0 {w} {h}">').format(
            n=caption.name, w=place.width, h=height
        ),
        Markup('<title id="{n}-t">{t}</title><desc id="{n}-d">{d}</desc>').format(
            n=caption.name, t=caption.title, d=caption.subtitle
        ),
        *(
            _lifeline(x, name, height)
            for x, name in zip((place.client_x, place.broker_x), names, strict=True)
        ),
        *(_arrow(arrow, _TOP + _ROW * index + 14, place) for index, arrow in enumerate(arrows)),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


def _lifeline(x: int, name: str, height: int) -> Markup:
    return Markup(
        '<line x1="{x}" x2="{x}" y1="22" y2="{h}" stroke="var(--rule)" stroke-width="1.5"/>'
        '<text x="{x}" y="14" text-anchor="middle" font-size="10" font-weight="700" '
        'fill="var(--ink)">{n}</text>'
    ).format(x=x, h=height, n=name)


def _arrow(arrow: Arrow, y: int, place: _Place) -> Markup:
    start, end = place.client_x, place.broker_x
    if not arrow.from_client:
        start, end = end, start
    direction = 1 if end > start else -1
    when = "" if arrow.at_s is None else f"{arrow.at_s:.3f} s"
    return Markup(
        '<line x1="{x1}" x2="{x2}" y1="{y}" y2="{y}" stroke="var(--c1)" stroke-width="1.5"/>'
        '<path d="M{x2} {y}l{b} -4v8z" fill="var(--c1)"/>'
        '<text x="{mx}" y="{ty}" text-anchor="middle" font-size="9" fill="var(--ink)">{packet}</text>'
        '<text x="{wx}" y="{wy}" text-anchor="end" font-size="9" fill="var(--muted)">{when}</text>'
    ).format(
        x1=start,
        x2=end,
        y=y,
        b=-8 * direction,
        mx=(start + end) // 2,
        ty=y - 4,
        wx=place.client_x - 10,
        wy=y + 3,
        packet=escape(arrow.packet),
        when=when,
    )


def _literal(svg: Markup) -> Markup:
    text = str(svg)
    for token, colour in LIGHT.items():
        text = text.replace(f"var(--{token})", colour)
    return Markup(text)  # noqa: S704
