"""Everything ``ackgate check`` looks at, put together."""

from collections.abc import Iterator
from pathlib import Path

from ackgate.check.broker_rules import Use
from ackgate.check.client import connects_of, publishes_of, threads_of
from ackgate.check.client_id_rules import client_id_findings
from ackgate.check.cost_rules import cost_findings
from ackgate.check.elements import OUR_SUBSCRIBE
from ackgate.check.finding import SEVERITIES, Finding
from ackgate.check.jmx_node import JmxPlan, plan_of, read_jmx
from ackgate.check.machine_rules import Demand
from ackgate.check.resolve import resolver_of
from ackgate.check.truth_rules import truth_findings
from ackgate.check.workload_rules import device_findings, workload_findings
from ackgate.model.workload import Workload
from ackgate.plan.device_table import DeviceTable, read_devices
from ackgate.plan.owed import payload_bytes, stream_plans
from ackgate.plan.plan_files import lay_out
from ackgate.plan.plan_tree import plan_tree
from ackgate.plan.workload_error import WorkloadError


def check_jmx(path: Path) -> list[Finding]:
    """Findings on a JMX, ours or not, worst first. Raises WorkloadError when it is no JMX."""
    return worst_first(_plan_findings(read_jmx(path)))


def _plan_findings(plan: JmxPlan, *, files: bool = True) -> Iterator[Finding]:
    resolver = resolver_of(plan)
    if files:
        yield from client_id_findings(plan, resolver)
    yield from truth_findings(plan, resolver)
    yield from cost_findings(plan, resolver)


def check_workload(workload: Workload) -> list[Finding]:
    """Findings on a workload (paths absolute) and on the plan it becomes, worst first."""
    findings = list(device_findings(workload))
    readable = not any(finding.code in ("AG108", "AG109", "AG112") for finding in findings)
    table = _table(workload) if readable else DeviceTable((workload.devices.client_id,), ())
    if readable:
        findings += workload_findings(workload, stream_plans(workload, table))
    # The devices file was judged where it lies, not where the plan will have its copy.
    plan = plan_of(plan_tree(workload, lay_out(workload, table)), Path())
    findings += _plan_findings(plan, files=False)
    return worst_first(iter(findings))


def _table(workload: Workload) -> DeviceTable:
    try:
        return read_devices(workload.devices, workload.load.devices)
    except WorkloadError:
        return DeviceTable((workload.devices.client_id,), ())


def worst_first(findings: Iterator[Finding]) -> list[Finding]:
    """Errors, then warnings, then infos; each in the order found, without repeats."""
    distinct = list(dict.fromkeys(findings))
    return sorted(distinct, key=lambda finding: SEVERITIES.index(finding.severity))


def demand_of_workload(workload: Workload) -> Demand:
    """What a workload asks of this machine."""
    subscribers = sum(group.size(workload.load.devices) for group in workload.subscribers)
    return Demand(
        connections=workload.client_count,
        threads=workload.load.peak_threads + subscribers + len(workload.idle),
        source_addresses=len(workload.broker.source_addresses),
        ramp_up_s=workload.load.ramp_up_s,
        broker_url=workload.broker.url,
    )


def demand_of_jmx(path: Path) -> Demand:
    """What a JMX asks of this machine, as far as it is known before it runs."""
    plan = read_jmx(path)
    resolver = resolver_of(plan)
    connects = list(connects_of(plan, resolver))
    groups = list(plan.thread_groups())
    urls = [resolver.text(connect.node.text("connect.url")) for connect in connects]
    ramp_ups_s = [resolver.number(group.text("ThreadGroup.ramp_time", "0")) or 0 for group in groups]
    return Demand(
        connections=sum((connect.threads or 0) * connect.connections for connect in connects),
        threads=sum(threads_of(group, resolver) or 0 for group in groups),
        source_addresses=0,
        ramp_up_s=max(ramp_ups_s, default=0),
        broker_url=next((url for url in urls if url), None),
    )


def use_of_workload(workload: Workload) -> Use:
    """What a workload uses of a broker."""
    filters = [group.topic_filter for group in workload.subscribers]
    filters += [entry.topic_filter for entry in workload.subscribe]
    qos = [stream.qos for stream in workload.publish] + [group.qos for group in workload.subscribers]
    sizes = [max((part.size_bytes for part in stream.mix), default=0) for stream in workload.publish]
    sizes += [payload_bytes(stream) or 0 for stream in workload.publish]
    return Use(
        maximum_qos=max(qos, default=0),
        largest_payload_bytes=max(sizes, default=0),
        retain=any(stream.retain for stream in workload.publish),
        shared=any(group.shared for group in workload.subscribers),
        wildcard=any("+" in text or "#" in text for text in filters),
    )


def use_of_jmx(path: Path) -> Use:
    """What a JMX uses of a broker; payload sizes of foreign elements are not known."""
    plan = read_jmx(path)
    resolver = resolver_of(plan)
    publishes = list(publishes_of(plan, resolver))
    filters = "\n".join(node.text("subscribe.topic_filters") for node in plan.enabled(OUR_SUBSCRIBE))
    sizes = [resolver.integer(publish.node.text("publish.size_bytes", "0")) or 0 for publish in publishes]
    return Use(
        maximum_qos=max((publish.qos or 0 for publish in publishes), default=0),
        largest_payload_bytes=max(sizes, default=0),
        retain=any(publish.node.flag("publish.retain") for publish in publishes),
        shared="$share/" in filters,
        wildcard="+" in filters or "#" in filters,
    )
