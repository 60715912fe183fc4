"""Section 4: the ledger of messages, the backlog and end-to-end latency."""

from ackgate.model.delivery import Backlog, BacklogEstimate, Delivery
from ackgate.report.display import Block, Facts, Note, Section, Table, heads, row
from ackgate.report.numbers import number, percent, quantity
from ackgate.report.reasons import reason_sentence, reason_words
from ackgate.report.sections.tables import percentile_heads, steady_row, timing_row
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import verdict_words


def delivery(source: Source) -> Section:
    """Sent, acknowledged, owed, received, lost, duplicate; None as not known with its reason."""
    t, statistics = source.t, source.statistics
    blocks: list[Block] = []
    if statistics.delivery is None:
        blocks.append(Note(t("Delivery: not known, because the data holds no publish row."), "warn"))
    else:
        blocks.append(_ledger(statistics.delivery, source))
    blocks.append(_backlog(statistics.backlog, source))
    if statistics.backlog.advice:
        blocks.append(Note(shown(reason_words(statistics.backlog.advice, t), 400)))
    blocks.append(_end_to_end(source))
    return Section(4, "delivery", t("Delivery"), tuple(blocks))


def _ledger(ledger: Delivery, source: Source) -> Table:
    t = source.t
    unknown = t("not known")
    counts: tuple[tuple[str, int | None], ...] = (
        (t("sent"), ledger.sent),
        (t("of these at QoS 0"), ledger.qos0_sent),
        (t("acknowledged"), ledger.acknowledged),
        (t("owed"), ledger.owed),
        (t("received"), ledger.received),
        (t("lost"), ledger.lost),
        (t("duplicate"), ledger.duplicate),
        (t("out of order"), ledger.reordered),
        (t("acknowledged after their limit"), ledger.late_acks),
    )
    rows = tuple(row(name, (number(count) if count is not None else unknown,)) for name, count in counts)
    note = t("Owed: each acknowledged publish times the subscriptions that match its topic.")
    if any(count is None for _, count in counts):
        note += " " + (
            reason_sentence(ledger.not_known, t) if ledger.not_known else t("Not known: not in the data.")
        )
    return Table(t("Messages"), heads(t("Count"), t("Messages")), rows, note, name="delivery")


def _backlog(backlog: Backlog, source: Source) -> Facts:
    t = source.t
    per_s = t("msg/s")
    origin = {
        "ledger": t("the plan's ledger: owed minus received"),
        "broker": t("the broker's counters: inbound minus outbound"),
        "not_known": t(
            "not known: {reason}", reason=shown(reason_words(backlog.reason or source.no_plan(), t), 200)
        ),
    }[backlog.source]
    method = {"slope": t("slope of the steady window"), "balance": t("still owed after the drain")}
    pairs = [
        (t("Source"), origin),
        (t("Inbound"), _known(backlog.inbound_per_s, per_s, source)),
        (t("Outbound"), _known(backlog.outbound_per_s, per_s, source)),
        (t("Growth"), _known(backlog.rate_per_s, per_s, source)),
        (t("Interval of the growth"), _interval(backlog.low_per_s, backlog.high_per_s, source)),
        (t("Decided by"), method[backlog.method] if backlog.method else t("not known")),
        (t("Slope of the steady window"), _estimate(backlog.slope, source)),
        (t("Still owed after the drain"), _estimate(backlog.balance, source)),
        (t("Broker's inbound minus outbound"), _known(backlog.broker_difference_per_s, per_s, source)),
        (t("Verdict"), verdict_words(backlog.verdict, t)),
    ]
    if backlog.counter_resets_s:
        resets = ", ".join(quantity(at_s, "s") for at_s in backlog.counter_resets_s[:10])
        pairs.append((t("Counter resets at"), resets))
    if backlog.reason and backlog.source != "not_known":
        pairs.append((t("Remark"), shown(reason_words(backlog.reason, t), 300)))
    return Facts(tuple(pairs), t("Backlog (line and redline: first page)"))


def _estimate(estimate: BacklogEstimate | None, source: Source) -> str:
    if estimate is None:
        return source.t("not known")
    rate = quantity(estimate.rate_per_s, source.t("msg/s"), 3)
    return f"{rate} ({_interval(estimate.low_per_s, estimate.high_per_s, source)})"


def _interval(low_per_s: float | None, high_per_s: float | None, source: Source) -> str:
    if low_per_s is None or high_per_s is None:
        return source.t("not known")
    unit = source.t("msg/s")
    return f"{number(low_per_s, 3)} \u2026 {quantity(high_per_s, unit, 3)}"


def _known(value: float | None, unit: str, source: Source) -> str:
    return source.t("not known") if value is None else quantity(value, unit)


def _end_to_end(source: Source) -> Block:
    t, timing, ledger = source.t, source.statistics.end_to_end, source.statistics.delivery
    if timing is None:
        return Note(
            t("End-to-end latency: not known, because no receive row carries stamped messages."), "warn"
        )
    rows = [timing_row(t("end-to-end latency"), timing)]
    steady = steady_row(t("{name}, steady window", name=t("end-to-end latency")), timing)
    if steady is not None:
        rows.append(steady)
    note = ""
    if ledger is not None and ledger.received:
        note = t(
            "Measured on {share} of received messages.", share=percent(min(1.0, timing.n / ledger.received))
        )
    return Table(t("End-to-end latency, ms"), percentile_heads(t("Quantity"), t), tuple(rows), note)
