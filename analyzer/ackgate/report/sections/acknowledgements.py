"""Section 3: acknowledge times, their peaks, QoS 2 stages, response time and send delay."""

from ackgate.model.distribution import Modes, Peak, Timing
from ackgate.model.statistics import Operation
from ackgate.report.charts.heat import heat_chart
from ackgate.report.charts.lines import Line, lines_chart
from ackgate.report.display import Block, Caption, Note, Row, Section, Table, heads, row
from ackgate.report.language import Translator
from ackgate.report.numbers import DASH, number, percent, quantity
from ackgate.report.reasons import reason_words
from ackgate.report.sections.tables import percentile_heads, steady_row, timing_row
from ackgate.report.source import Source
from ackgate.report.text import shown

_LINES = 6


def acknowledgements(source: Source) -> Section:
    """Present even where nothing was acknowledged: then it says so."""
    t, acknowledge = source.t, source.statistics.acknowledge
    blocks: list[Block] = []
    if acknowledge is None:
        why = t("Acknowledge time: not known, because the data holds no acknowledged publish (QoS 1 or 2).")
        blocks.append(Note(why, "warn"))
    blocks.append(_timings(source))
    if acknowledge is not None and acknowledge.modes is not None:
        blocks.extend(_modes(acknowledge.modes, t))
    blocks.append(_heat(source))
    blocks.extend(_over_time(source))
    blocks.extend(_drift(source))
    return Section(3, "acknowledgements", t("Acknowledgements"), tuple(blocks))


def _timings(source: Source) -> Table:
    t, statistics = source.t, source.statistics
    acknowledge = statistics.acknowledge
    timings: tuple[tuple[str, Timing | None], ...] = (
        (t("acknowledge time"), acknowledge),
        (t("PUBLISH to PUBREC (QoS 2)"), acknowledge.pubrec if acknowledge else None),
        (t("PUBREC to PUBCOMP (QoS 2)"), acknowledge.pubcomp if acknowledge else None),
        (t("response time"), statistics.response_time),
        (t("send delay"), statistics.send_delay),
    )
    rows: list[Row] = []
    for name, timing in timings:
        if timing is None:
            continue
        rows.append(timing_row(name, timing))
        steady = steady_row(t("{name}, steady window", name=name), timing)
        if steady is not None:
            rows.append(steady)
    absent = t(", ").join(name for name, timing in timings if timing is None)
    note = t("Response time runs from the intended start, so it holds what a late sender hides.")
    if absent:
        note += " " + t("Not in the data: {parts}.", parts=absent)
    return Table(t("Times, ms"), percentile_heads(t("Quantity"), t), tuple(rows), note)


def modes_words(modes: Modes, t: Translator) -> str:
    """The verdict on the shape in a sentence."""
    return {
        "unimodal": t("The acknowledge times have one peak."),
        "bimodal": t("The acknowledge times have two peaks."),
        "multimodal": t("The acknowledge times have more than two peaks."),
        "too_few_samples": t("Peaks: not known, because there are too few samples to tell them apart."),
        "too_coarse": t("Peaks: not known, because whole milliseconds are too coarse for times this short."),
    }[modes.verdict]


def _modes(modes: Modes, t: Translator) -> list[Block]:
    blocks: list[Block] = [Note(modes_words(modes, t))]
    if modes.peaks:
        peaks = sorted(modes.peaks, key=lambda peak: peak.centre_ms)
        rows = tuple(_peak_row(index, peak, t) for index, peak in enumerate(peaks, start=1))
        columns = heads(t("Peak"), t("Centre, ms"), t("Share"), t("P95, ms"), t("From, ms"), t("To, ms"))
        blocks.append(Table(t("Peaks"), columns, rows, shown(reason_words(modes.note or "", t), 300)))
    upper = [share for share in modes.upper_share_per_minute if share is not None]
    if upper and modes.split_ms is not None:
        blocks.append(
            Note(
                t(
                    "Share above {split} per minute of the run: smallest {low}, largest {high}.",
                    split=quantity(modes.split_ms, "ms"),
                    low=percent(min(upper)),
                    high=percent(max(upper)),
                )
            )
        )
    for caption, shares in (
        (t("Last peak by load generator"), modes.upper_share_per_host),
        (t("Last peak by connection"), modes.upper_share_by_connection),
    ):
        if shares:
            found = tuple(row(shown(name, 60), (percent(share),)) for name, share in sorted(shares.items()))
            blocks.append(Table(caption, heads(t("Part"), t("Share of its messages")), found))
    return blocks


def _peak_row(index: int, peak: Peak, t: Translator) -> Row:
    ends = (
        number(peak.low_ms) if peak.low_ms is not None else DASH,
        number(peak.high_ms) if peak.high_ms is not None else DASH,
    )
    return row(
        t("peak {n}", n=index), (number(peak.centre_ms), percent(peak.share), number(peak.p95_ms), *ends)
    )


def _heat(source: Source) -> Block:
    t, heat = source.t, source.statistics.latency_heat
    if heat is None or not heat.column_s or not any(v is not None for r in heat.values for v in r):
        return Note(
            t("Latency over time as a heat map: not known, because too few rows carry an acknowledge time."),
            "warn",
        )
    return heat_chart(
        Caption("latency-heat", t("Acknowledge time over the run"), t("messages by latency and time")),
        heat,
        t("messages"),
        source,
        rising=True,
    )


def _over_time(source: Source) -> list[Block]:
    t = source.t
    having = [operation for operation in source.statistics.operations if _has_p99(operation)]
    if not having:
        return []
    chosen = sorted(having, key=lambda operation: (-operation.samples, operation.label))[:_LINES]
    lines = [
        Line(
            shown(operation.label, 24),
            tuple(p.at_s for p in operation.series),
            tuple(p.p99_ms for p in operation.series),
        )
        for operation in chosen
    ]
    subtitle = t("{n} of {total} labels, those with most samples", n=len(chosen), total=number(len(having)))
    return [
        lines_chart(Caption("p99-over-time", t("P99 over time"), subtitle), "ms", lines, source, log=True)
    ]


def _drift(source: Source) -> list[Block]:
    t, found = source.t, source.statistics.drift
    if not found:
        return []
    verdicts = {"none": t("no drift"), "drift": t("drift"), "too_short": t("run too short to tell")}
    rows = tuple(
        row(
            f"{reason_words(one.quantity, t)} {shown(one.label or '', 40)}".strip(),
            (
                quantity(one.slope_per_hour, one.unit, 3),
                number(one.low_per_hour, 3),
                number(one.high_per_hour, 3),
                quantity(one.practical_limit_per_hour, one.unit, 3),
                verdicts[one.verdict],
            ),
            "warn" if one.verdict == "drift" else "",
        )
        for one in found
    )
    columns = heads(t("Quantity"), t("Slope per hour"), t("From"), t("To"), t("Counts from"), t("Trend"))
    note = t("A trend is called drift only where it is significant and larger than the practical limit.")
    return [Table(t("Drift over the steady window"), columns, rows, note)]


def _has_p99(operation: Operation) -> bool:
    """A receive row lasts as long as its window: that is no latency."""
    timed = operation.operation != "receive"
    return timed and sum(point.p99_ms is not None for point in operation.series) >= 2
