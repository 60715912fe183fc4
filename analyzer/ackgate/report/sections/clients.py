"""Section 5: latency by client, the slowest ones, silent threads, and single messages."""

import datetime as dt

from ackgate.model.statistics import MessageLife
from ackgate.report.charts.flow import Arrow, flow_chart
from ackgate.report.charts.heat import heat_chart
from ackgate.report.display import Block, Caption, Cell, Chart, Note, Row, Section, Table, heads
from ackgate.report.numbers import number, quantity
from ackgate.report.source import Source
from ackgate.report.text import shown

_CLIENT_ROWS = 20
_THREAD_ROWS = 20
_FLOWS = 2


def clients(source: Source) -> Section:
    """Heat map by client and time, slow clients, silent threads, the slowest messages as flows."""
    t = source.t
    blocks = [_heat(source), _slow(source), _silent(source), *_lives(source)]
    return Section(5, "clients", t("Clients"), tuple(blocks))


def _heat(source: Source) -> Block:
    t, heat = source.t, source.statistics.client_heat
    if heat is None or not heat.column_s or not any(v is not None for r in heat.values for v in r):
        return Note(t("Latency by client: not known, because no row carries a client identifier."), "warn")
    subtitle = t(
        "slowest acknowledge time of each client, {n} of {total} clients",
        n=number(len(heat.row_labels)),
        total=number(heat.shown_of),
    )
    return heat_chart(
        Caption("client-heat", t("Acknowledge time by client"), subtitle), heat, "ms", source, rising=False
    )


def _slow(source: Source) -> Block:
    t, slow = source.t, source.statistics.slow_clients
    if not slow:
        return Note(t("Slowest clients: not known, because no row carries a client identifier."), "warn")
    rows = tuple(
        Row(
            (
                Cell(shown(client.client_id, 60), full=client.client_id),
                Cell(number(client.publishes), numeric=True),
                Cell(number(client.errors), numeric=True),
                Cell(number(client.mean_ms), numeric=True),
                Cell(number(client.max_ms), numeric=True),
            )
        )
        for client in slow[:_CLIENT_ROWS]
    )
    columns = heads(t("Client identifier"), t("Publishes"), t("Errors"), t("mean, ms"), t("max, ms"))
    return Table(t("Slowest clients by acknowledge time"), columns, rows)


def _silent(source: Source) -> Block:
    t, quality = source.t, source.statistics.quality
    if not quality.silent_threads:
        return Note(t("Silent threads: none fell silent long before the end."))
    rows = tuple(
        Row(
            (
                Cell(shown(thread.thread, 60)),
                Cell(shown(thread.host, 40)),
                Cell(quantity(thread.last_s, "s"), numeric=True),
                Cell(quantity(thread.silent_s, "s"), numeric=True),
            )
        )
        for thread in quality.silent_threads[:_THREAD_ROWS]
    )
    note = ""
    if quality.silent_threads_total > len(rows):
        note = t("Showing {n} of {total}.", n=len(rows), total=number(quality.silent_threads_total))
    columns = (
        *heads(t("Thread"), t("Host"), numeric_from=9),
        *heads(t("Last row at"), t("Silent for"), numeric_from=0),
    )
    return Table(t("Silent threads"), columns, rows, note)


def _lives(source: Source) -> list[Block]:
    t, lives = source.t, source.statistics.lives
    if not lives:
        return [Note(t("Message life: not known, because no publish row carries the stages."), "warn")]
    staged = sorted(lives, key=lambda life: (-life.qos, -life.completed_ms, life.start))
    return [_flow(life, index, source) for index, life in enumerate(staged[:_FLOWS], start=1)]


def _flow(life: MessageLife, index: int, source: Source) -> Chart:
    t = source.t
    start_s = _seconds_since(source.statistics.start, life.start)
    done_s = start_s + life.completed_ms / 1000
    if life.qos == 2:
        pubrec_s = None if life.pubrec_ms is None else start_s + life.pubrec_ms / 1000
        arrows: tuple[Arrow, ...] = (
            Arrow("PUBLISH QoS 2", start_s, True),
            Arrow("PUBREC", pubrec_s, False),
            Arrow("PUBREL", None, True),
            Arrow("PUBCOMP", done_s, False),
        )
    else:
        arrows = (Arrow(f"PUBLISH QoS {life.qos}", start_s, True), Arrow("PUBACK", done_s, False))
    timed = ", ".join(f"{arrow.packet} {arrow.at_s:.3f} s" for arrow in arrows if arrow.at_s is not None)
    title = t("One message of {label}", label=shown(life.label, 40))
    subtitle = t("Times since the start of the run: {timed}", timed=timed)
    return flow_chart(
        Caption(f"life-{index}", title, subtitle),
        shown(life.client_id, 40) or t("client"),
        t("broker"),
        arrows,
        source,
    )


def _seconds_since(start: str, moment: str) -> float:
    return (dt.datetime.fromisoformat(moment) - dt.datetime.fromisoformat(start)).total_seconds()
