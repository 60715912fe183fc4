"""What the plan owes: for each publish of a stream, the deliveries its subscribers are due."""

import re
from collections.abc import Iterator

from ackgate.model.manifest import StreamPlan, SubscriberPlan
from ackgate.model.workload import Workload
from ackgate.model.workload_publish import PublishStream, SubscriberGroup
from ackgate.model.workload_rate import rate_per_s
from ackgate.plan.device_table import DeviceTable
from ackgate.plan.topic_match import Subscriptions

_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)\}")


def stream_plans(workload: Workload, table: DeviceTable) -> tuple[StreamPlan, ...]:
    """One plan per publish stream; ``owed_per_publish`` is the mean over the devices that take part.

    Devices' own ``subscribe`` filters are owed nothing: no element of the plan reads what they get.
    """
    devices = _taking_part(workload, table)
    subscriptions = _subscriptions(workload, devices)
    return tuple(_stream_plan(workload, stream, devices, subscriptions) for stream in workload.publish)


def subscriber_plans(workload: Workload) -> tuple[SubscriberPlan, ...]:
    """One plan per subscriber group."""
    return tuple(
        SubscriberPlan(
            name=group.name,
            count=group.size(workload.load.devices),
            topic_filter=group.topic_filter,
            qos=group.qos,
            shared=group.shared,
        )
        for group in workload.subscribers
    )


def _taking_part(workload: Workload, table: DeviceTable) -> DeviceTable:
    return DeviceTable(table.columns, table.rows[: workload.load.devices])


def _subscriptions(workload: Workload, devices: DeviceTable) -> Subscriptions:
    subscriptions = Subscriptions()
    for group in workload.subscribers:
        if group.expects is not None:
            continue
        if group.per_device:
            for topic_filter in _filled(group.topic_filter, devices):
                subscriptions.add(topic_filter, 1)
        else:
            subscriptions.add(group.topic_filter, group.count or 0)
    return subscriptions


def _filled(template: str, devices: DeviceTable) -> Iterator[str]:
    """The template once per device, its variables filled."""
    names = [name for name in _VARIABLE.findall(template) if name in devices.columns]
    if not names:
        return (template for _ in devices.rows)
    # str.format over the needed columns only; everything else in the template is literal.
    pattern = _VARIABLE.sub(lambda m: f"\0{m[1]}\0" if m[1] in names else m[0], template)
    pieces = pattern.split("\0")
    at = {name: devices.columns.index(name) for name in names}
    parts = [at[piece] if odd % 2 else piece for odd, piece in enumerate(pieces)]
    return ("".join(row[p] if isinstance(p, int) else p for p in parts) for row in devices.rows)


def _stream_plan(
    workload: Workload, stream: PublishStream, devices: DeviceTable, subscriptions: Subscriptions
) -> StreamPlan:
    count = len(devices.rows)
    if "${" in stream.topic:
        matches = sum(subscriptions.matching(topic) for topic in _filled(stream.topic, devices))
    else:
        matches = count * subscriptions.matching(stream.topic)
    matches += sum(_expected(workload, group, devices) for group in workload.subscribers)
    rate_per_device_per_s = stream.rate_per_device_per_s(count)
    return StreamPlan(
        label=stream.name,
        topic=stream.topic,
        qos=stream.qos,
        rate_per_device_per_s=rate_per_device_per_s,
        intended_rate_per_s=_intended_rate_per_s(workload, stream, rate_per_device_per_s),
        owed_per_publish=matches / count if count else 0.0,
        payload_bytes=payload_bytes(stream),
    )


def _expected(workload: Workload, group: SubscriberGroup, devices: DeviceTable) -> int:
    """Deliveries owed to a group that names whose publishes it expects, for one publish of every device."""
    if group.expects is None or workload.devices.group_column is None:
        return 0
    publishers = sum(value in group.expects for value in devices.column(workload.devices.group_column))
    clients = group.size(len(devices.rows))
    return publishers * (min(clients, 1) if group.shared else clients)


def _intended_rate_per_s(workload: Workload, stream: PublishStream, rate_per_device_per_s: float) -> float:
    """Rate of the stream over all devices; with steps the mean over their length."""
    steps = workload.load.steps
    if not steps:
        return rate_per_device_per_s * workload.load.devices
    length_s = sum(step.length_s for step in steps)
    share = rate_share(workload, stream)
    rates = (
        rate_per_s(step.total_rate) * share
        if step.total_rate
        else rate_per_device_per_s * (step.threads or 0)
        for step in steps
    )
    return sum(rate * step.length_s for rate, step in zip(rates, steps, strict=True)) / length_s


def rate_share(workload: Workload, stream: PublishStream) -> float:
    """Share of a stream in the planned publishes of all streams, 0..1."""
    devices = workload.load.devices
    total = sum(other.rate_per_device_per_s(devices) for other in workload.publish)
    return stream.rate_per_device_per_s(devices) / total


def payload_bytes(stream: PublishStream) -> int | None:
    """Payload size; the weighted mean of a mix; None where it depends on variables."""
    if stream.size_bytes is not None:
        return stream.size_bytes
    if stream.mix:
        weights = sum(part.weight for part in stream.mix)
        return round(sum(part.size_bytes * part.weight for part in stream.mix) / weights)
    if stream.payload_hex is not None:
        return len(stream.payload_hex) // 2
    if stream.payload_base64 is not None:
        return len(stream.payload_base64.rstrip("=")) * 3 // 4
    data = stream.payload.read_bytes() if stream.payload else (stream.payload_text or "").encode()
    return None if b"${" in data else len(data)
