"""Section 6: offered against achieved rate, the generator, the broker's counters, all labels, the sweep."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ackgate.model.statistics import BrokerPoint, GeneratorPoint, Operation
from ackgate.report.charts.lines import Line, lines_chart
from ackgate.report.display import Block, Caption, Cell, Note, Row, Section, Table, heads, row
from ackgate.report.numbers import number, percent
from ackgate.report.sections.summary import summary_table, sweep_table
from ackgate.report.sections.tables import RANKS, ranks
from ackgate.report.source import Source
from ackgate.report.text import shown

#: Below this share of its schedule a stream did not offer the load that was planned.
_KEPT_ENOUGH = 0.98
_LABEL_ROWS = 100


def load(source: Source) -> Section:
    """What was offered, what was carried, and with what effort."""
    t = source.t
    blocks: list[Block] = [summary_table(source)]
    if source.sweep:
        blocks.append(sweep_table(source))
    blocks.append(_offered(source))
    blocks.append(_labels(source))
    blocks.extend(_generator(source))
    blocks.extend(_broker(source))
    return Section(6, "load", t("Load"), tuple(blocks))


def _offered(source: Source) -> Block:
    t, streams = source.t, source.statistics.load
    if not streams:
        return Note(
            t("Offered against achieved rate: not known, because the intended rates come from the plan."),
            "warn",
        )
    rows = tuple(
        row(
            shown(stream.label, 60),
            (number(stream.intended_per_s), number(stream.achieved_per_s), percent(stream.kept_share, 4)),
            "" if stream.kept_share >= _KEPT_ENOUGH else "warn",
        )
        for stream in streams
    )
    columns = heads(t("Stream"), t("Offered, msg/s"), t("Achieved, msg/s"), t("Schedule kept"))
    note = t(
        "A stream below {share} % of its schedule (marked) was not under the planned load.",
        share=number(_KEPT_ENOUGH * 100),
    )
    return Table(t("Offered against achieved rate"), columns, rows, note)


def _labels(source: Source) -> Block:
    t, statistics = source.t, source.statistics
    ordered = sorted(statistics.operations, key=lambda o: (-o.errors, -o.samples, o.label))
    rows = tuple(_label_row(operation) for operation in ordered[:_LABEL_ROWS])
    note = t("Percentiles over successful samples; a dash stands where there are too few.")
    total = max(statistics.operations_total, len(ordered))
    if total > len(rows):
        note += " " + t(
            "Showing {n} of {total} labels: those with errors first, then by samples.",
            n=len(rows),
            total=number(total),
        )
    columns = heads(
        t("Label"),
        t("Samples"),
        t("Errors"),
        "1/s",
        t("mean"),
        *(f"P{r}" if r != "100" else t("max") for r in RANKS),
    )
    return Table(t("Every label, ms"), columns, rows, note, name="labels")


def _label_row(operation: Operation) -> Row:
    figures = (
        number(operation.samples),
        number(operation.errors),
        number(operation.throughput_per_s),
        number(operation.mean_ms),
        *ranks(operation.percentiles_ms),
    )
    cells = tuple(Cell(figure, numeric=True) for figure in figures)
    return Row((Cell(shown(operation.label, 48), full=operation.label), *cells))


@dataclass(frozen=True)
class _Quantity:
    """A quantity of the load generator: its name, the chart it belongs to, and its value at a point."""

    name: str
    group: str
    value: Callable[[GeneratorPoint], float | None]


def _quantities(source: Source) -> tuple[_Quantity, ...]:
    t = source.t
    return (
        _Quantity(t("threads"), "threads", lambda point: point.threads),
        _Quantity(t("JMeter CPU, % of one core"), "cpu", lambda point: point.jmeter_cpu_percent),
        _Quantity(t("system CPU, %"), "cpu", lambda point: point.system_cpu_percent),
        _Quantity(t("resident memory, MiB"), "memory", lambda point: _mebibytes(point.jmeter_rss_bytes)),
        _Quantity(t("GC pause, ms each second"), "gc", lambda point: point.jmeter_gc_pause_ms),
    )


def _generator(source: Source) -> list[Block]:
    t, points = source.t, source.statistics.generator
    wanted = _quantities(source)
    measured = [one for one in wanted if any(one.value(point) is not None for point in points)]
    absent = t(", ").join(one.name for one in wanted if one not in measured)
    blocks = _generator_charts(measured, source) if len(points) > 1 else []
    pauses = [point.jmeter_gc_pause_ms for point in points if point.jmeter_gc_pause_ms is not None]
    if pauses:
        text = t("GC pauses of JMeter: {total} ms in all, at most {most} ms in one second.")
        blocks.append(Note(text.format(total=number(sum(pauses)), most=number(max(pauses)))))
    if absent:
        blocks.append(Note(t("Load generator, not measured: {parts}.", parts=absent), "warn"))
    return blocks


def _generator_charts(measured: Sequence[_Quantity], source: Source) -> list[Block]:
    t, points = source.t, source.statistics.generator
    times = tuple(point.at_s for point in points)
    charts: list[Block] = []
    for group, title, unit in (
        ("threads", t("Active threads"), t("threads")),
        ("cpu", t("Load generator CPU"), "%"),
        ("memory", t("Load generator memory"), "MiB"),
    ):
        lines = [
            Line(one.name, times, tuple(one.value(point) for point in points))
            for one in measured
            if one.group == group
        ]
        if lines:
            caption = Caption(f"generator-{group}", title, t("from the load generator"))
            charts.append(lines_chart(caption, unit, lines, source))
    return charts


def _mebibytes(size_bytes: int | None) -> float | None:
    return None if size_bytes is None else size_bytes / 2**20


def _broker(source: Source) -> list[Block]:
    t, points = source.t, source.statistics.broker
    rated = [p for p in points if p.publish_received_per_s is not None or p.publish_sent_per_s is not None]
    if len(rated) < 2:
        return [Note(t("Broker counters: not known, because none were read during the run."), "warn")]
    times = tuple(point.at_s for point in rated)
    lines = [
        Line(t("PUBLISH received"), times, tuple(point.publish_received_per_s for point in rated)),
        Line(t("PUBLISH sent"), times, tuple(point.publish_sent_per_s for point in rated)),
    ]
    chart = lines_chart(
        Caption("broker-rates", t("Broker counters"), t("rates between readings")), t("msg/s"), lines, source
    )
    return [chart, Note(_dropped_words(points, source))]


def _dropped_words(points: Sequence[BrokerPoint], source: Source) -> str:
    t = source.t
    dropped = [point.publish_dropped for point in points if point.publish_dropped is not None]
    seen = [point.clients for point in points if point.clients is not None]
    return t(
        "Broker: {dropped} messages dropped at the last reading, at most {clients} clients.",
        dropped=number(dropped[-1]) if dropped else t("not known"),
        clients=number(max(seen)) if seen else t("not known"),
    )
