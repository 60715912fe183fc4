"""The thread groups of the devices."""

from collections.abc import Sequence
from dataclasses import dataclass

from ackgate.model.workload import Workload
from ackgate.model.workload_publish import PublishStream
from ackgate.model.workload_rate import rate_per_s
from ackgate.plan.group_times import GroupTimes, clock, set_times
from ackgate.plan.jmx_element import (
    Element,
    Skeleton,
    below,
    clone_into,
    remove,
    set_name,
    set_text,
    set_texts,
)
from ackgate.plan.mqtt_properties import connect_properties, publish_properties, rate_text
from ackgate.plan.owed import rate_share
from ackgate.plan.plan_files import DataFiles

LABEL_CONNECT = "connect"
LABEL_SUBSCRIBE = "subscribe"


@dataclass(frozen=True)
class _Wave:
    """Threads that start together: all devices, or those a step adds."""

    name: str
    threads: int
    delay_s: float


def add_device_groups(plan: Element, workload: Workload, files: DataFiles) -> None:
    """Append the devices' thread groups to the plan's tree: one, or one per step of threads."""
    for wave in _waves(workload):
        skeleton = Skeleton("devices.jmx")
        group = clone_into(plan, skeleton.element("ThreadGroup"))
        _fill(group, workload, files, wave)


def _waves(workload: Workload) -> list[_Wave]:
    load = workload.load
    if not any(step.threads for step in load.steps):
        return [_Wave("devices", load.threads, workload.lead_s)] if load.threads else []
    waves = []
    before, start_s = 0, float(workload.lead_s)
    for number, step in enumerate(load.steps, start=1):
        added = (step.threads or 0) - before
        if added:
            waves.append(_Wave(f"devices, step {number}", added, start_s))
        before, start_s = step.threads or 0, start_s + step.length_s
    return waves


def _fill(group: Element, workload: Workload, files: DataFiles, wave: _Wave) -> None:
    load = workload.load
    set_name(group, wave.name, _group_comment(workload, wave))
    end_s = workload.length_s if load.iterations is None else None
    set_times(
        group,
        GroupTimes(wave.threads, min(load.ramp_up_s, workload.length_s), wave.delay_s, end_s, load.start_at),
    )
    tree = below(group)
    data, connect, subscribe, streams = (element for element in tree if element.tag != "hashTree")
    _fill_connect(data, connect, workload, files)
    if workload.subscribe:
        set_name(subscribe, LABEL_SUBSCRIBE, "The device's own filters, once per connection.")
        filters = "\n".join(f"{entry.topic_filter} {entry.qos}" for entry in workload.subscribe)
        set_text(subscribe, "subscribe.topic_filters", _topic(filters, workload))
    else:
        remove(subscribe)
    if workload.publish:
        _fill_streams(tree, streams, workload, files)
    else:
        _replace_by_pause(tree, streams)


def _group_comment(workload: Workload, wave: _Wave) -> str:
    parts = [f"{wave.threads} threads, one device each"]
    if workload.load.connections_per_thread > 1:
        parts = [f"{wave.threads} threads with {workload.load.connections_per_thread} devices each"]
    if workload.lead_s:
        parts.append(f"starts {workload.lead_s} s after the subscribers")
    if workload.load.iterations is None:
        parts.append(f"ends {workload.length_s:g} s after test start")
    return ", ".join(parts) + "."


def _fill_connect(data: Element, connect: Element, workload: Workload, files: DataFiles) -> None:
    load, devices = workload.load, workload.devices
    set_texts(connect, connect_properties(workload.broker))
    set_name(connect, LABEL_CONNECT)
    if load.connections_per_thread > 1:
        set_texts(
            connect,
            {
                "connect.client_id": "",
                "connect.client_id_file": files.client_ids,
                "connections": str(load.connections_per_thread),
                "connect.rate_per_s": rate_number(load.connect_rate_per_s),
            },
        )
        remove(data)
        return
    set_text(connect, "connect.client_id", f"${{{devices.client_id}}}")
    fill_devices_file(data, workload, files)


def fill_devices_file(data: Element, workload: Workload, files: DataFiles) -> None:
    """Point a CSV Data Set at the devices file."""
    set_text(data, "filename", files.devices)
    set_text(data, "delimiter", workload.devices.delimiter.replace("\t", "\\t"))
    set_text(data, "quotedData", "true" if files.table.quoted else "false")
    set_text(data, "variableNames", workload.devices.delimiter.join(files.table.columns))


def rate_number(value: float | None) -> str | None:
    """A rate per second as a number, or None."""
    return None if value is None else f"{value:g}"


def _topic(template: str, workload: Workload) -> str:
    """With several connections per thread the identifier comes from the connection, not from a variable."""
    if workload.load.connections_per_thread == 1:
        return template
    return template.replace(f"${{{workload.devices.client_id}}}", "{client_id}")


def _fill_streams(tree: Element, streams: Element, workload: Workload, files: DataFiles) -> None:
    """One MQTT Streams, or one per step of rates, each running for its step."""
    steps = [step for step in workload.load.steps if step.total_rate]
    controllers = [streams, *(clone_into(tree, streams) for _ in steps[1:])]
    for number, controller in enumerate(controllers, start=1):
        set_name(controller, f"streams, step {number}" if steps else "streams")
        set_texts(controller, _streams_properties(workload, number))
        rates = [_rate(workload, stream, number) for stream in workload.publish]
        _fill_publishes(controller, workload, files, rates)


def _rate(workload: Workload, stream: PublishStream, step_number: int) -> str:
    """Rate of one thread in a step, its devices together."""
    load = workload.load
    total_rate = load.steps[step_number - 1].total_rate if load.steps else None
    if total_rate is not None:
        return rate_text(rate_per_s(total_rate) * rate_share(workload, stream) / load.threads)
    if stream.rate is not None and load.connections_per_thread == 1:
        return stream.rate
    return rate_text(stream.rate_per_device_per_s(load.devices) * load.connections_per_thread)


def _step_length_s(workload: Workload, number: int) -> float:
    """Length of a step's streams; the first also spends the ramp-up waiting at the barrier."""
    step = workload.load.steps[number - 1]
    spent_s = workload.load.ramp_up_s + workload.lead_s if number == 1 else 0
    return max(step.length_s - spent_s, 0.001)


def _iterations_length_s(workload: Workload) -> str:
    """Time in which a stream of that rate makes exactly its iterations, wherever its phase lies."""
    rate = workload.publish[0].rate_per_device_per_s(workload.load.devices)
    return f"{(workload.load.iterations or 0) / rate:.6f}".rstrip("0").rstrip(".")


def _streams_properties(workload: Workload, number: int) -> dict[str, str | None]:
    load = workload.load
    steps_of_threads = any(step.threads for step in load.steps)
    with_barrier = number == 1 and load.barrier_s > 0 and not steps_of_threads
    properties: dict[str, str | None] = {
        "streams.seed": str(load.seed),
        "streams.barrier_threads": str(load.threads) if with_barrier else "0",
        "streams.barrier_limit_s": f"{load.barrier_s:g}" if with_barrier else None,
    }
    if load.iterations is not None:
        properties["streams.duration_s"] = _iterations_length_s(workload)
    elif number < len(load.steps) and not steps_of_threads:
        properties["streams.duration_s"] = f"{_step_length_s(workload, number):g}"
    if load.start_at is not None:
        warm_up_s = workload.lead_s + load.ramp_up_s + load.warm_up_s
        properties["streams.warm_up_s"] = clock(load.start_at, warm_up_s)
        if load.iterations is None:
            properties["streams.steady_end_s"] = clock(load.start_at, workload.length_s)
    return properties


def _fill_publishes(controller: Element, workload: Workload, files: DataFiles, rates: Sequence[str]) -> None:
    tree = below(controller)
    publish = tree[0]
    for stream, rate in zip(workload.publish, rates, strict=True):
        element = clone_into(tree, publish)
        file = files.payloads.get(stream.name)
        set_texts(element, publish_properties(stream, _topic(stream.topic, workload), rate, file))
        set_name(element, stream.name, _stream_comment(stream))
    del tree[0:2]


def _stream_comment(stream: PublishStream) -> str:
    ends = {0: "the socket write", 1: "PUBACK", 2: "PUBCOMP"}[stream.qos]
    rate = f"{stream.rate} per device" if stream.rate else f"{stream.total_rate} over all devices"
    return f"{rate}; a sample ends at {ends}, or fails after {stream.ack_timeout_ms} ms."


def _replace_by_pause(tree: Element, streams: Element) -> None:
    """Devices that publish nothing stay connected until the group ends."""
    clone_into(tree, Skeleton("idle.jmx").element("LoopController"))
    remove(streams)
