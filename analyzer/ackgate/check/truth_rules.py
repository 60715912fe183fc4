"""Rules on what would make a plan's figures lie."""

from collections.abc import Iterator

from ackgate.check import rules
from ackgate.check.client import connects_of, publishes_of, threads_of
from ackgate.check.elements import (
    LOOPS,
    OUR_DISCONNECT,
    OUR_PUBLISH,
    OUR_RECEIVE,
    OUR_STREAMS,
    OUR_SUBSCRIBE,
    OURS,
    XMETER,
    XMETER_DISCONNECTS,
)
from ackgate.check.finding import Finding
from ackgate.check.jmx_node import JmxPlan, Node
from ackgate.check.resolve import Resolver
from ackgate.plan.topic_match import Subscriptions

CONNECT_REDLINE_MS = 1000
_TIMERS = ("ConstantTimer", "ConstantThroughputTimer", "PreciseThroughputTimer", "GaussianRandomTimer",
           "UniformRandomTimer", "PoissonRandomTimer", "SyncTimer", "JSR223Timer",
           "BeanShellTimer")  # fmt: skip
_RECONNECT_PROPERTIES = ("mqtt.reconn_attampt_max", "mqtt.reconn_attempt_max")


def truth_findings(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    """Findings of all rules below."""
    for rule in (
        _acknowledge_waits,
        _connects,
        _assertions,
        _throughput_timers,
        _iterations,
        _timers,
        _unread,
    ):
        yield from rule(plan, resolver)


def _acknowledge_waits(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for publish in publishes_of(plan, resolver):
        limit_ms = publish.ack_timeout_ms
        if publish.qos not in (0, None) and (limit_ms is None or limit_ms <= 0):
            yield rules.NO_ACKNOWLEDGE_WAIT.finding(
                publish.node.place,
                f"QoS {publish.qos} without a limit for its acknowledgement",
                "use MQTT Publish with publish.ack_timeout_ms (ackgate import xmeter converts the plan)",
            )


def _connects(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for connect in connects_of(plan, resolver):
        node = connect.node
        holder = _loop_around(node, resolver)
        if holder is not None and (node.short_class in XMETER or _has_disconnect(holder)):
            yield rules.CONNECT_IN_LOOP.finding(
                node.place,
                f"stands inside the loop '{holder.name}'",
                "connect once before an endless inner loop; JMeter's threads are the devices",
            )
        attempts = next((node.text(name) for name in _RECONNECT_PROPERTIES if node.text(name)), "0")
        if (resolver.number(attempts) or 0) != 0:
            yield rules.AUTO_RECONNECT.finding(
                node.place, f"reconnects by itself ({attempts} attempts)", "set it to 0, or use MQTT Connect"
            )
        if connect.timeout_ms is not None and connect.timeout_ms < CONNECT_REDLINE_MS:
            yield rules.LIMIT_BELOW_REDLINE.finding(
                node.place,
                f"the limit of {connect.timeout_ms:g} ms is below {CONNECT_REDLINE_MS} ms, the redline",
                "set it to 30000 ms",
            )
        if node.text("tls.verify").lower() == "false":
            yield rules.TLS_UNVERIFIED.finding(
                node.place, "tls.verify is false", "name the CA in tls.ca_file"
            )


def _loop_around(node: Node, resolver: Resolver) -> Node | None:
    """The nearest loop of more than one round, the thread group's own included."""
    for holder in node.ancestors():
        if holder.short_class in LOOPS and resolver.text(holder.text("LoopController.loops", "-1")) != "1":
            return holder
        if holder is node.thread_group():
            return holder if _iterates(holder, resolver) else None
        if holder.short_class == "OnceOnlyController":
            return None
    return None


def _iterates(group: Node, resolver: Resolver) -> bool:
    loops = resolver.text(group.text("LoopController.loops", "1"))
    return loops not in ("1", "")


def _has_disconnect(holder: Node) -> bool:
    wanted = (OUR_DISCONNECT, *XMETER_DISCONNECTS)
    return any(node.short_class in wanted and node.enabled for node in holder.descendants())


def _assertions(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for node in plan.enabled("ResponseAssertion", "JSONPathAssertion", "XPathAssertion", "SizeAssertion"):
        if node.short_class == "ResponseAssertion" and not _asserts_body(node):
            continue
        holder = node.parent
        covered = [holder, *holder.descendants()] if holder is not None else []
        target = next((other for other in covered if other.enabled and _has_no_body(other)), None)
        if target is not None:
            yield rules.RESPONSE_ASSERTION.finding(
                node.place,
                f"covers '{target.name}', whose rows have no response data",
                "assert on the response code, or use MQTT Receive with receive.keep_last",
            )


def _asserts_body(node: Node) -> bool:
    field = node.text("Assertion.test_field")
    return not any(part in field for part in ("response_code", "response_message"))


def _has_no_body(node: Node) -> bool:
    if node.short_class == OUR_RECEIVE:
        return not node.flag("receive.keep_last")
    return node.short_class in (OURS - {OUR_STREAMS}) | XMETER


def _throughput_timers(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    publishes = {id(publish.node): publish for publish in publishes_of(plan, resolver)}
    for node in plan.enabled("ConstantThroughputTimer"):
        rate_per_s = (resolver.number(node.text("throughput", "0")) or 0) / 60
        below = node.parent.descendants() if node.parent is not None else ()
        covered = [publishes[id(other)] for other in below if id(other) in publishes]
        limits_ms = [p.ack_timeout_ms for p in covered if p.ack_timeout_ms]
        threads = threads_of(covered[0].node, resolver) if covered else None
        if not limits_ms or threads is None:
            continue
        per_thread = resolver.text(node.text("calcMode", "0")) in ("0", "")
        reach_per_s = (1 if per_thread else threads) * 1000 / max(limits_ms)
        if rate_per_s > reach_per_s:
            yield rules.RATE_OUT_OF_REACH.finding(
                node.place,
                f"{rate_per_s:g}/s asked; with acknowledgements at their limit of {max(limits_ms):g} ms"
                f" {'one thread makes' if per_thread else f'{threads} threads make'} {reach_per_s:g}/s",
                "use MQTT Streams, more threads or a shorter limit",
            )


def _iterations(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for node in plan.enabled("CSVDataSet"):
        group = node.thread_group()
        if group is None or not _iterates(group, resolver):
            continue
        if any(other.enabled and other.short_class in OURS for other in group.descendants()):
            yield rules.ROW_PER_ITERATION.finding(
                node.place,
                f"the thread group '{group.name}' has more than one iteration",
                "give the group one iteration and put the loop inside",
            )


def _timers(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    del resolver
    for timer in plan.enabled(*_TIMERS):
        holder = timer.parent
        covered = () if holder is None else (holder, *holder.descendants())
        stream = next((node for node in covered if _is_stream(node)), None)
        if stream is not None:
            yield rules.TIMER_ON_STREAMS.finding(
                timer.place, f"delays the stream '{stream.name}'", "remove it; publish.rate sets the pace"
            )


def _is_stream(node: Node) -> bool:
    in_streams = node.parent is not None and node.parent.short_class == OUR_STREAMS
    return node.short_class == OUR_PUBLISH and node.enabled and in_streams


def _unread(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    unread = [(node, _filters(node, resolver)) for node in plan.enabled(OUR_SUBSCRIBE) if not _is_read(node)]
    every = _subscriptions({topic_filter for _, filters in unread for topic_filter in filters})
    published = {resolver.text(node.text("publish.topic")) for node in plan.enabled(OUR_PUBLISH)}
    topics = sorted(topic for topic in published if every.matching(topic))
    for node, filters in unread:
        matching = next((f for f in filters if any(_subscriptions({f}).matching(t) for t in topics)), None)
        if matching is not None:
            yield rules.NOBODY_READS.finding(
                node.place,
                f"{matching} matches what the plan publishes, and no MQTT Receive of its group reads it",
                "subscribe in a group of subscribers (workload: subscribers), or add an MQTT Receive",
            )


def _is_read(subscribe: Node) -> bool:
    group = subscribe.thread_group()
    return group is None or any(n.enabled and n.short_class == OUR_RECEIVE for n in group.descendants())


def _filters(subscribe: Node, resolver: Resolver) -> list[str]:
    lines = resolver.text(subscribe.text("subscribe.topic_filters")).splitlines()
    return [line.rsplit(" ", 1)[0] for line in lines if line.strip()]


def _subscriptions(topic_filters: set[str]) -> Subscriptions:
    """Filters and topics are compared as written: a variable stands for itself."""
    subscriptions = Subscriptions()
    for topic_filter in topic_filters:
        subscriptions.add(topic_filter, 1)
    return subscriptions
