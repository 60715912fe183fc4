"""Tables that several sections share."""

from ackgate.model.distribution import Percentiles, Timing
from ackgate.report.display import Column, Row, heads, row
from ackgate.report.language import Translator
from ackgate.report.numbers import DASH, number

RANKS: tuple[str, ...] = ("50", "90", "95", "99", "99.9", "100")


def percentile_heads(first: str, t: Translator) -> tuple[Column, ...]:
    """Columns n, mean and the ranks, all in ms."""
    return heads(first, "n", t("mean"), *(f"P{rank}" if rank != "100" else t("max") for rank in RANKS))


def timing_row(name: str, timing: Timing) -> Row:
    """A timed quantity over the whole run."""
    return row(name, (number(timing.n), number(timing.mean_ms), *ranks(timing.percentiles_ms)))


def steady_row(name: str, timing: Timing) -> Row | None:
    """The same over the steady window, None where there is no such window."""
    if timing.steady_percentiles_ms is None:
        return None
    return row(name, (number(timing.steady_n), DASH, *ranks(timing.steady_percentiles_ms)))


def ranks(percentiles_ms: Percentiles) -> tuple[str, ...]:
    """The percentiles in order; a dash where there are too few samples."""
    return tuple(number(percentiles_ms.get(rank)) for rank in RANKS)
