"""MQTT clients of a plan as rules see them, whichever plug-in they belong to."""

from collections.abc import Iterator
from dataclasses import dataclass

from ackgate.check.elements import OUR_CONNECT, OUR_PUBLISH, XMETER_CONNECTS, XMETER_PUBLISH, XMETER_SUBSCRIBE
from ackgate.check.jmx_node import JmxPlan, Node
from ackgate.check.resolve import Resolver

#: Stands for a random part of a client identifier.
RANDOM = "<random>"


@dataclass(frozen=True)
class Connect:
    """An element that opens connections. ``threads`` is None where not known before the run."""

    node: Node
    client_id: str
    version: str
    clean: bool
    timeout_ms: float | None
    threads: int | None
    connections: int


@dataclass(frozen=True)
class Publish:
    """An element that publishes. ``ack_timeout_ms`` is None where nothing limits the wait."""

    node: Node
    qos: int | None
    ack_timeout_ms: float | None
    texts: tuple[str, ...]


def connects_of(plan: JmxPlan, resolver: Resolver) -> Iterator[Connect]:
    """Enabled elements that open connections; XMeter 1.x publishers and subscribers hold their own."""
    for node in plan.enabled(OUR_CONNECT):
        yield _ours(node, resolver)
    for node in plan.enabled(*XMETER_CONNECTS):
        yield _xmeters(node, resolver)
    for node in plan.enabled(XMETER_PUBLISH, XMETER_SUBSCRIBE):
        if node.text("mqtt.server"):
            yield _xmeters(node, resolver)


def _ours(node: Node, resolver: Resolver) -> Connect:
    # A file of identifiers replaces the template; each connection takes a line of its own.
    client_id = "" if node.text("connect.client_id_file") else node.text("connect.client_id")
    return Connect(
        node=node,
        client_id=client_id,
        version=resolver.text(node.text("connect.version", "3.1.1")),
        clean=resolver.text(node.text("connect.clean_start", "true")).lower() != "false",
        timeout_ms=resolver.number(node.text("connect.timeout_ms", "30000")),
        threads=threads_of(node, resolver),
        connections=resolver.integer(node.text("connections", "1")) or 1,
    )


def _xmeters(node: Node, resolver: Resolver) -> Connect:
    timeout_s = resolver.number(node.text("mqtt.conn_timeout", "10"))
    number = "{n}" if node.short_class.startswith("Efficient") else ""
    suffix = RANDOM if node.flag("mqtt.client_id_suffix") else number
    return Connect(
        node=node,
        client_id=node.text("mqtt.client_id_prefix") + suffix,
        version=resolver.text(node.text("mqtt.version", "3.1")),
        clean=resolver.text(node.text("mqtt.conn_clean_session", "true")).lower() != "false",
        timeout_ms=None if timeout_s is None else timeout_s * 1000,
        threads=threads_of(node, resolver),
        connections=resolver.integer(node.text("mqtt.conn_capacity", "1")) or 1,
    )


def threads_of(node: Node, resolver: Resolver) -> int | None:
    """Threads of the group around an element."""
    group = node.thread_group()
    return None if group is None else resolver.integer(group.text("ThreadGroup.num_threads", "1"))


def publishes_of(plan: JmxPlan, resolver: Resolver) -> Iterator[Publish]:
    """Enabled publish elements."""
    for node in plan.enabled(OUR_PUBLISH):
        limit_ms = resolver.number(node.text("publish.ack_timeout_ms", "5000"))
        texts = (node.text("publish.payload"), node.text("publish.topic"))
        yield Publish(node, resolver.integer(node.text("publish.qos", "0")), limit_ms, texts)
    for node in plan.enabled(XMETER_PUBLISH):
        texts = (node.text("mqtt.message_to_sent"), node.text("mqtt.topic_name"))
        yield Publish(node, resolver.integer(node.text("mqtt.qos_level", "0")), None, texts)
