"""Section 2: connect times, their parts, their tail, reconnects and failures."""

from ackgate.model.statistics import Connect
from ackgate.report.display import Block, Note, Row, Section, Table, heads, row
from ackgate.report.numbers import DASH, number, quantity
from ackgate.report.sections.errors import outcome_table
from ackgate.report.sections.tables import percentile_heads, ranks
from ackgate.report.source import Source

_TAIL_ROWS = 12


def connections(source: Source) -> Section:
    """Percentiles over all connects and over tcp, tls, connack."""
    t, connect = source.t, source.statistics.connect
    if connect is None:
        why = t("Connections: not known, because the data holds no connect row.")
        return Section(2, "connections", t("Connections"), (Note(why, "warn"),))
    blocks: list[Block] = [_percentiles(connect, source), _counts(connect, source), _tail(connect, source)]
    outcomes = [
        o for o in source.statistics.outcomes if o.outcome_class != "ok" and _is_connect(o.label, source)
    ]
    blocks.append(outcome_table(t("Failed connects by class"), outcomes, source))
    return Section(2, "connections", t("Connections"), tuple(blocks))


def _is_connect(label: str, source: Source) -> bool:
    return any(
        operation.label == label and operation.operation in ("connect", "reconnect")
        for operation in source.statistics.operations
    )


def _percentiles(connect: Connect, source: Source) -> Table:
    t = source.t
    parts = (
        (t("tcp"), connect.tcp_ms),
        (t("tls"), connect.tls_ms),
        (t("connack"), connect.connack_ms),
    )
    rows: list[Row] = [row(t("connect time"), (number(connect.n), DASH, *ranks(connect.percentiles_ms)))]
    rows.extend(row(name, (DASH, DASH, *ranks(values))) for name, values in parts if any(values.values()))
    absent = [name for name, values in parts if not any(values.values())]
    note = t("Each part has percentiles of its own; they do not add up to those of the whole.")
    if absent:
        note += " " + t("Not in the data: {parts}.", parts=t(", ").join(absent))
    return Table(t("Connect time, ms"), percentile_heads(t("Part"), t), tuple(rows), note)


def _counts(connect: Connect, source: Source) -> Table:
    t = source.t
    cells = (
        number(connect.first),
        number(connect.reconnects),
        number(connect.failed),
        quantity(connect.rate_per_s, "/s"),
    )
    columns = heads(t("Operation"), t("First connects"), t("Reconnects"), t("Failed"), t("Connect rate"))
    return Table(t("Counts"), columns, (row(t("Connects"), cells),))


def _tail(connect: Connect, source: Source) -> Block:
    t, manifest = source.t, source.manifest
    if not connect.tail:
        return Note(
            t("Tail: no second of the run holds connects slower than P99 (P90 where P99 is not known).")
        )
    worst = sorted(connect.tail, key=lambda second: (-second.slow_connects, second.at_s))[:_TAIL_ROWS]
    ramp_s = manifest.ramp_up_s if manifest else None
    note = t("Whether these lie inside the ramp-up is not known without the plan.")
    if ramp_s is not None:
        inside = sum(second.slow_connects for second in connect.tail if second.at_s <= ramp_s)
        total = sum(second.slow_connects for second in connect.tail)
        note = t(
            "{inside} of {total} slow connects started within the ramp-up of {ramp}.",
            inside=number(inside),
            total=number(total),
            ramp=quantity(ramp_s, "s"),
        )
    rows = tuple(row(quantity(round(second.at_s), "s"), (number(second.slow_connects),)) for second in worst)
    rank = "P99" if connect.percentiles_ms.get("99") is not None else "P90"
    columns = heads(t("Second of the run"), t("Connects slower than {rank}", rank=rank))
    return Table(t("Where the tail lies"), columns, rows, note)
