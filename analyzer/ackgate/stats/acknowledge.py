"""Acknowledge time and what stands beside it: QoS 2 stages, response time, send delay."""

from ackgate.model.statistics import Acknowledge
from ackgate.stats.context import Context
from ackgate.stats.histogram import histogram
from ackgate.stats.mode_split import describe_modes
from ackgate.stats.table import ValueTable
from ackgate.stats.timing import timing


def acknowledged_labels(context: Context) -> frozenset[str]:
    """Labels whose publishes ask for an acknowledgement: planned so, acknowledged once, or waited for one."""
    acknowledged = context.table("ack_us").operations("publish")
    publishes = context.elapsed.operations("publish")
    waited = publishes.where(publishes.code.are(_names_acknowledgement))
    manifest = context.manifest
    planned = {stream.label for stream in manifest.streams if stream.qos > 0} if manifest else set()
    return acknowledged.labels | waited.labels | planned


def _names_acknowledgement(code: str) -> bool:
    return any(packet in code for packet in ("PUBACK", "PUBREC", "PUBCOMP"))


def failed_publishes(context: Context) -> ValueTable:
    """Failed publishes (elapsed, ms) that should have been acknowledged."""
    publishes = context.elapsed.operations("publish")
    return publishes.where(~publishes.success & publishes.label.are(acknowledged_labels(context)))


def acknowledge_statistics(context: Context) -> Acknowledge | None:
    """Acknowledge time of successful QoS 1 and 2 publishes; modes of the steady window where there is one."""
    table, timeline, method = context.table("ack_us").operations("publish"), context.timeline, context.method
    whole = timing(table, timeline, per_ms=1000, method=method)
    if whole is None:
        return None
    steady = timeline.steady_rows(table.good)
    use_steady = steady is not None and steady.n > 0
    shown = steady if steady is not None and use_steady else table.good
    timed = context.elapsed.operations("publish").good
    timed = timed.where(timed.label.are(table.labels))
    placed = timeline.steady_rows(timed) if use_steady else timed
    return Acknowledge(
        **whole.model_dump(),
        modes=describe_modes(shown, placed or timed, timeline, per_ms=1000),
        histogram=histogram(shown.counts, per_ms=1000),
        pubrec=timing(context.table("pubrec_us"), timeline, per_ms=1000, method=method),
        pubcomp=timing(context.table("pubcomp_us"), timeline, per_ms=1000, method=method),
    )
