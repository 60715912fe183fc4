"""What the templates show: blocks of text, tables and charts, already worded and formatted."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from markupsafe import Markup

Tone = Literal["", "ok", "bad", "warn", "plain"]


@dataclass(frozen=True)
class Cell:
    """One table cell. ``full``: the whole text where the shown one is shortened."""

    text: str
    numeric: bool = False
    strong: bool = False
    mono: bool = False
    whole: bool = False  # never broken over lines
    badge: Tone = ""
    full: str | None = None
    code: str = ""  # machine-readable verdict of a badge


@dataclass(frozen=True)
class Row:
    """One table row; its first cell is the row header."""

    cells: tuple[Cell, ...]
    tone: Tone = ""


@dataclass(frozen=True)
class Column:
    """A column head."""

    text: str
    numeric: bool = False


@dataclass(frozen=True)
class Table:
    """A table with its caption; ``note`` stands below it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    name: str = ""
    kind: Literal["table"] = "table"


@dataclass(frozen=True)
class Facts:
    """Name and value pairs."""

    pairs: tuple[tuple[str, str], ...]
    caption: str = ""
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Note:
    """A paragraph. Tone ``warn`` marks what is missing or doubtful."""

    text: str
    tone: Tone = ""
    kind: Literal["note"] = "note"


@dataclass(frozen=True)
class ZoomSeries:
    """One line of an interactive chart."""

    name: str
    token: str
    dash: tuple[float, ...]
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Zoom:
    """Data of an interactive chart: shared x values, lines over them."""

    x_label: str
    y_label: str
    x: tuple[float, ...]
    series: tuple[ZoomSeries, ...]


@dataclass(frozen=True)
class Caption:
    """What stands above a chart; ``name`` starts its element ids."""

    name: str
    title: str
    subtitle: str

    def slim(self) -> "Caption":
        """The same for the picture that telephones show, with element ids of its own."""
        return replace(self, name=f"{self.name}-slim")


@dataclass(frozen=True)
class Chart:
    """A static SVG with its caption, and the data to zoom into where there is any."""

    name: str
    title: str
    subtitle: str
    svg: Markup
    wide: bool = False
    zoom: Zoom | None = None
    narrow: Markup | None = None  # the same picture for a telephone; a wide chart has one
    kind: Literal["chart"] = "chart"


Block = Table | Facts | Note | Chart


@dataclass(frozen=True)
class Section:
    """A numbered section; ``blocks`` is never empty."""

    number: int
    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Bullet:
    """A bar against its redline, all in per cent of the track; ``limit`` None where there is no redline."""

    bar_left: float
    bar_width: float
    limit: float | None
    bad: bool


@dataclass(frozen=True)
class KeyFigure:
    """One of the three figures of the first page. ``data_value`` is the figure as in stats.json."""

    name: str
    title: str
    badge: Cell
    tone: Tone
    value: str
    unit: str
    data_value: str
    bullet: Bullet | None
    foot: str
    limit: str


@dataclass(frozen=True)
class SignatureRow:
    """Somebody expected to sign, or who has."""

    role: str
    name: str
    decision: str
    chosen: str
    detail: str
    signature: str
    date: str
    override: bool = False


@dataclass(frozen=True)
class FirstPage:
    """The page a test lead signs."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str, bool], ...]
    verdict_code: str
    tone: Tone
    headline: str
    reason: str
    overrides: tuple[str, ...]
    figures: tuple[KeyFigure, ...]
    criteria: Table
    charts: tuple[Chart | Note, ...]
    quality: tuple[str, ...]
    signatures: tuple[SignatureRow, ...]
    evidence_sha256: str | None
    report_id: str


@dataclass(frozen=True)
class Report:
    """The whole page."""

    first: FirstPage
    sections: tuple[Section, ...] = field(default=())


def heads(*texts: str, numeric_from: int = 1) -> tuple[Column, ...]:
    """Column heads; those from index ``numeric_from`` on are right-aligned."""
    return tuple(Column(text, index >= numeric_from) for index, text in enumerate(texts))


def row(first: str, values: Sequence[str], tone: Tone = "") -> Row:
    """A row of one header and right-aligned figures."""
    return Row((Cell(first), *(Cell(value, numeric=True) for value in values)), tone)
