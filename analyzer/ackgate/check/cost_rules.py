"""Rules on what costs the load generator, and on secrets."""

import re
from collections.abc import Iterator

from ackgate.check import rules
from ackgate.check.client import publishes_of
from ackgate.check.elements import GUI_LISTENERS, JMETER, OUR_PACKAGE, OURS, XMETER, XMETER_PACKAGE
from ackgate.check.finding import Finding
from ackgate.check.jmx_node import JmxPlan, Node
from ackgate.check.resolve import Resolver

MANY_THREADS = 100
_FILE_FUNCTIONS = re.compile(r"\$\{__(FileToString|StringFromFile|CSVRead)\(")
_SECRETS = ("connect.password", "tls.key_password", "tls.pkcs12_password", "mqtt.password",
            "mqtt.clientcert_keystore_password", "mqtt.clientcert_password")  # fmt: skip


def cost_findings(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    """Findings of all rules below."""
    for rule in (_listeners, _beanshell, _file_functions, _ramp_up, _secrets, _unknown):
        yield from rule(plan, resolver)


def listener_name(node: Node) -> str | None:
    """The GUI listener a ResultCollector is, or None."""
    return GUI_LISTENERS.get(node.gui_class)


def _listeners(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    del resolver
    for node in plan.enabled("ResultCollector"):
        name = listener_name(node)
        if name is not None:
            yield rules.GUI_LISTENER.finding(
                node.place,
                f"{name} is enabled",
                "disable it for the run; the result file of -l has every row",
            )
        saves = node.flag("saveConfig.responseData")
        if saves and node.text("filename"):
            yield rules.RESPONSE_DATA_SAVED.finding(
                node.place, f"writes response data to {node.text('filename')}", "untick 'Save Response Data'"
            )


def _beanshell(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    del resolver
    for node in plan.nodes:
        if node.enabled and node.short_class.startswith("BeanShell"):
            yield rules.BEANSHELL.finding(
                node.place, f"is a {node.short_class}", "use a JSR223 element with Groovy and a cached script"
            )


def _file_functions(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for publish in publishes_of(plan, resolver):
        found = next((match for text in publish.texts if (match := _FILE_FUNCTIONS.search(text))), None)
        if found is not None:
            yield rules.PAYLOAD_RE_READ.finding(
                publish.node.place,
                f"__{found[1]} reads a file for every publish",
                "use MQTT Publish with a payload file; it is read once",
            )


def _ramp_up(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    for group in plan.thread_groups():
        threads = resolver.integer(group.text("ThreadGroup.num_threads", "1")) or 0
        ramp_up_s = resolver.number(group.text("ThreadGroup.ramp_time", "0"))
        if threads > MANY_THREADS and ramp_up_s is not None and ramp_up_s <= 0:
            yield rules.NO_RAMP_UP.finding(
                group.place,
                f"{threads} threads start at once",
                f"set a ramp-up of {max(threads // MANY_THREADS, 1)} s or more, unless the storm is the test",
            )


def _secrets(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    del resolver
    for node in plan.nodes:
        for name in _SECRETS:
            value = node.text(name)
            if value and "${" not in value:
                yield rules.SECRET_IN_PLAN.finding(
                    node.place,
                    f"{name} holds a literal",
                    "write ${__P(ackgate.password)} and give it as a property",
                )


def _unknown(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    del resolver
    told: set[str] = set()
    for node in plan.nodes:
        if node.test_class in told or not node.enabled:
            continue
        if node.test_class.startswith(XMETER_PACKAGE) and node.short_class in XMETER:
            told.add(node.test_class)
            yield rules.FOREIGN_MQTT.finding(
                node.place,
                f"is a {node.test_class}",
                "ackgate import xmeter PLAN.jmx -o NEW.jmx converts the plan",
            )
        elif not _is_known(node):
            told.add(node.test_class)
            yield rules.UNKNOWN_ELEMENT.finding(
                node.place, f"{node.test_class} is not known here, so nothing about it is checked",
                "see that its plug-in is installed in the JMeter that runs the plan",
            )  # fmt: skip


def _is_known(node: Node) -> bool:
    if node.test_class.startswith(OUR_PACKAGE):
        return node.short_class in OURS
    package = node.test_class.rpartition(".")[0]
    return node.short_class in JMETER and (not package or package.startswith("org.apache.jmeter."))
