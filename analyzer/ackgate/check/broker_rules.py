"""What a probed broker says against what a plan needs."""

from collections.abc import Iterator
from dataclasses import dataclass

from ackgate.broker.probe import BrokerFacts
from ackgate.check import rules
from ackgate.check.finding import Finding

#: Bytes of a PUBLISH beside topic and payload: fixed header, topic length, packet identifier, properties.
_OVERHEAD_BYTES = 16
SMALL_RECEIVE_MAXIMUM = 20


@dataclass(frozen=True)
class Use:
    """What a plan uses of a broker."""

    maximum_qos: int
    largest_payload_bytes: int
    retain: bool
    shared: bool
    wildcard: bool


def broker_findings(url: str, facts: BrokerFacts, use: Use) -> Iterator[Finding]:
    """Findings of all rules below."""
    if facts.problem is not None:
        yield rules.BROKER_UNREACHABLE.finding(url, facts.problem, "start it, or correct the URL")
        return
    if facts.refused is not None:
        yield rules.BROKER_REFUSES.finding(
            url, f"CONNACK: {facts.refused}", "correct broker.username, or set ACKGATE_PASSWORD"
        )
        return
    yield from _limits(url, facts, use)
    yield from _features(url, facts, use)
    yield from _told(url, facts)


def _limits(url: str, facts: BrokerFacts, use: Use) -> Iterator[Finding]:
    granted = facts.receive_maximum
    if granted is not None and granted < SMALL_RECEIVE_MAXIMUM and use.maximum_qos > 0:
        yield rules.RECEIVE_MAXIMUM.finding(
            url, f"receive maximum {granted}", "keep ack_timeout_ms x rate of a device below it"
        )
    largest = use.largest_payload_bytes + _OVERHEAD_BYTES
    if facts.maximum_packet_size_bytes is not None and largest > facts.maximum_packet_size_bytes:
        yield rules.PACKET_SIZE.finding(
            url,
            f"packets of up to {facts.maximum_packet_size_bytes} bytes, the plan publishes {largest}",
            "raise the broker's limit, or use smaller payloads",
        )
    if facts.maximum_qos is not None and use.maximum_qos > facts.maximum_qos:
        yield rules.MAXIMUM_QOS.finding(
            url, f"QoS up to {facts.maximum_qos}, the plan uses {use.maximum_qos}", "lower the streams' qos"
        )


def _features(url: str, facts: BrokerFacts, use: Use) -> Iterator[Finding]:
    features = (
        ("retained messages", use.retain, facts.retain_available),
        ("shared subscriptions", use.shared, facts.shared_available),
        ("wildcard subscriptions", use.wildcard, facts.wildcard_available),
    )
    for name, used, available in features:
        if used and available is False:
            yield rules.BROKER_FEATURE.finding(
                url, f"no {name}", "change the workload or the broker's settings"
            )


def _told(url: str, facts: BrokerFacts) -> Iterator[Finding]:
    if facts.takes_over is False:
        yield rules.NO_TAKEOVER.finding(
            url, "the first connection stayed when the second came", "look for duplicate identifiers yourself"
        )
    if facts.round_trip_ms is not None:
        yield rules.ROUND_TRIP.finding(
            url, f"{facts.round_trip_ms:.2f} ms there and back (median of this probe)", "none needed"
        )
    if facts.version is not None:
        yield rules.BROKER_VERSION.finding(url, facts.version, "none needed")
