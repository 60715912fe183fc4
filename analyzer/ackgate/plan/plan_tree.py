"""The whole plan as a JMX tree."""

from lxml import etree

from ackgate.model.workload import BackendListener, Workload
from ackgate.plan.device_group import add_device_groups
from ackgate.plan.jmx_element import Element, Skeleton, below, set_enabled, set_name
from ackgate.plan.plan_files import DataFiles
from ackgate.plan.subscriber_group import add_idle_groups, add_subscriber_groups


def plan_tree(workload: Workload, files: DataFiles) -> Element:
    """Root of the JMX: subscribers first, then silent clients and devices, then the listeners."""
    skeleton = Skeleton("test_plan.jmx")
    plan = skeleton.element("TestPlan")
    set_name(plan, workload.title or workload.name, _comment(workload))
    tree = below(plan)
    listeners = list(tree)
    for listener in listeners:
        tree.remove(listener)
    add_subscriber_groups(tree, workload, files)
    add_idle_groups(tree, workload)
    add_device_groups(tree, workload, files)
    tree.extend(listeners)
    if workload.backend_listener is not None:
        _fill_backend_listener(skeleton.element("BackendListener"), workload)
    return skeleton.root


def _comment(workload: Workload) -> str:
    lines = [
        f"Written from the workload {workload.name}; change the workload, not this plan.",
        "Run it with plan.properties (-q), which names the result columns.",
    ]
    if workload.note:
        lines.append(workload.note)
    return "\n".join(lines)


def _fill_backend_listener(element: Element, workload: Workload) -> None:
    settings = workload.backend_listener
    if settings is None:
        return
    set_enabled(element, True)
    arguments = next(element.iter("collectionProp"))
    for name, value in _influxdb_arguments(settings, workload.name).items():
        argument = etree.SubElement(arguments, "elementProp", name=name, elementType="Argument")
        for prop, text in (("name", name), ("value", value), ("metadata", "=")):
            etree.SubElement(argument, "stringProp", name=f"Argument.{prop}").text = text


def _influxdb_arguments(settings: BackendListener, name: str) -> dict[str, str]:
    return {
        "influxdbMetricsSender": "org.apache.jmeter.visualizers.backend.influxdb.HttpMetricsSender",
        "influxdbUrl": settings.influxdb_url,
        "influxdbToken": "${__P(ackgate.influxdb_token,)}",
        "application": settings.application or name,
        "measurement": settings.measurement,
        "summaryOnly": "true" if settings.summary_only else "false",
        "samplersRegex": ".*",
        "percentiles": "50;90;95;99",
        "testTitle": name,
    }
