"""Acknowledge time and what stands beside it: QoS 2 stages, response time, send delay."""

from ackgate.model.manifest import RunManifest
from ackgate.model.statistics import Acknowledge
from ackgate.stats.histogram import histogram
from ackgate.stats.mode_split import describe_modes
from ackgate.stats.percentiles import PercentileMethod
from ackgate.stats.table import Mask, ValueTable, empty_table
from ackgate.stats.timeline import Timeline
from ackgate.stats.timing import timing


def acknowledged_labels(tables: dict[str, ValueTable], manifest: RunManifest | None) -> frozenset[str]:
    """Labels whose publishes ask for an acknowledgement: planned so, acknowledged once, or waited for one."""
    acknowledged = tables.get("ack_us", empty_table()).operations("publish")
    publishes = tables.get("elapsed_ms", empty_table()).operations("publish")
    waited = publishes.where(publishes.code.are(_names_acknowledgement))
    planned = {stream.label for stream in manifest.streams if stream.qos > 0} if manifest else set()
    seen = {table.label.names[code] for table in (acknowledged, waited) for code in set(table.label.codes)}
    return frozenset(planned | seen)


def _names_acknowledgement(code: str) -> bool:
    return any(packet in code for packet in ("PUBACK", "PUBREC", "PUBCOMP"))


def failed_publishes(tables: dict[str, ValueTable], labels: frozenset[str]) -> ValueTable:
    """Failed publishes (elapsed, ms) that should have been acknowledged."""
    publishes = tables.get("elapsed_ms", empty_table()).operations("publish")
    failed: Mask = ~publishes.success & publishes.label.are(labels)
    return publishes.where(failed)


def acknowledge_statistics(
    tables: dict[str, ValueTable], timeline: Timeline, method: PercentileMethod
) -> Acknowledge | None:
    """Acknowledge time of successful QoS 1 and 2 publishes; modes of the steady window where there is one."""
    table = tables.get("ack_us", empty_table()).operations("publish")
    whole = timing(table, timeline, per_ms=1000, method=method)
    if whole is None:
        return None
    steady = timeline.steady_rows(table.good)
    shown = steady if steady is not None and steady.n else table.good
    return Acknowledge(
        **whole.model_dump(),
        modes=describe_modes(shown, timeline, per_ms=1000),
        histogram=histogram(shown.counts, per_ms=1000),
        pubrec=timing(tables.get("pubrec_us"), timeline, per_ms=1000, method=method),
        pubcomp=timing(tables.get("pubcomp_us"), timeline, per_ms=1000, method=method),
    )
