"""The thread groups of the subscribers and of the silent clients."""

from ackgate.model.workload import Workload
from ackgate.model.workload_publish import IdleGroup, SubscriberGroup
from ackgate.plan.device_group import fill_devices_file, rate_number
from ackgate.plan.group_times import GroupTimes, set_times
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
from ackgate.plan.mqtt_properties import connect_properties, flag
from ackgate.plan.plan_files import DataFiles


def add_subscriber_groups(plan: Element, workload: Workload, files: DataFiles) -> None:
    """Append one thread group per subscriber group that has clients."""
    for group in workload.subscribers:
        if group.size(workload.load.devices):
            element = clone_into(plan, Skeleton("subscribers.jmx").element("ThreadGroup"))
            _fill(element, workload, group, files)


def _fill(element: Element, workload: Workload, group: SubscriberGroup, files: DataFiles) -> None:
    clients = group.size(workload.load.devices)
    drain = f"{workload.load.drain_s:g} s after the last publish"
    comment = f"{clients} subscribers; they start first and stay {drain}."
    set_name(element, group.name, comment)
    _set_times(element, workload, clients)
    data, connect, subscribe, loop = (child for child in below(element) if child.tag != "hashTree")
    set_texts(connect, connect_properties(workload.broker))
    set_text(connect, "connect.clean_start", flag(group.clean_start))
    set_text(connect, "connect.client_id", _client_id(workload, group))
    set_name(connect, f"connect {group.name}")
    set_name(subscribe, f"subscribe {group.name}", "Waits for SUBACK.")
    set_text(subscribe, "subscribe.topic_filters", f"{group.topic_filter} {group.qos}")
    receive = below(loop)[0]
    set_name(receive, group.name)
    set_text(receive, "receive.topic_filter", group.topic_filter)
    if group.per_device:
        fill_devices_file(data, workload, files)
        set_text(data, "shareMode", "shareMode.group")
    else:
        remove(data)


def _set_times(element: Element, workload: Workload, clients: int) -> None:
    end_s = workload.length_s + workload.load.drain_s
    if workload.load.iterations is not None:
        end_s += workload.load.barrier_s
    ramp_up_s = min(workload.lead_s - 1, clients - 1) if workload.lead_s else 0
    set_times(
        element,
        GroupTimes(clients, max(ramp_up_s, 0), 0, end_s, workload.load.start_at, waits_for_start=False),
    )


def _client_id(workload: Workload, group: SubscriberGroup) -> str:
    if group.client_id is not None:
        return group.client_id
    if group.per_device:
        return f"{group.name}-${{{workload.devices.client_id}}}"
    return f"{group.name}-${{__machineName()}}-${{__threadNum}}"


def add_idle_groups(plan: Element, workload: Workload) -> None:
    """Append one thread group per group of silent clients; its one thread holds them all."""
    for group in workload.idle:
        element = clone_into(plan, Skeleton("idle.jmx").element("ThreadGroup"))
        _fill_idle(element, workload, group)


def _fill_idle(element: Element, workload: Workload, group: IdleGroup) -> None:
    set_name(element, group.name, f"{group.count} clients that connect and say nothing.")
    end_s = workload.length_s + workload.load.drain_s
    set_times(element, GroupTimes(1, 0, 0, end_s, workload.load.start_at, waits_for_start=False))
    connect = below(element)[0]
    set_texts(connect, connect_properties(workload.broker))
    set_texts(
        connect,
        {
            "connect.client_id": group.client_id or f"{group.name}-${{__machineName()}}-{{n}}",
            "connections": str(group.count),
            "connect.rate_per_s": rate_number(workload.load.connect_rate_per_s),
        },
    )
    set_name(connect, f"connect {group.name}")
