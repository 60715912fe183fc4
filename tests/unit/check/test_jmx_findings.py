"""Each rule on a JMX finds its one mistake, and nothing in a plan of ours."""

from collections.abc import Callable

import pytest
from lxml import etree

from ackgate.check import check_jmx
from ackgate.plan import WorkloadError


def _element(root, short_class: str, name: str | None = None):
    for element in root.iter():
        last = str(element.get("testclass", "")).rpartition(".")[2]
        if element.tag != "elementProp" and last == short_class and name in (None, element.get("testname")):
            return element
    raise LookupError(short_class)


def _set(
    short_class: str, prop: str, value: str, name: str | None = None
) -> Callable[[etree._Element], None]:
    """Set a property, at any depth, of the first element of a class."""

    def edit(root):
        element = _element(root, short_class, name)
        found = next((p for p in element.iterdescendants() if p.get("name") == prop), None)
        if found is None:
            found = etree.SubElement(element, "stringProp", name=prop)
        found.text = value

    return edit


def _add(parent_class: str, xml: str, name: str | None = None) -> Callable[[etree._Element], None]:
    """Add elements below the first element of a class."""

    def edit(root):
        tree = _element(root, parent_class, name).getnext()
        tree.extend(list(etree.fromstring(f"<x>{xml}</x>")))

    return edit


def _both(*edits: Callable[[etree._Element], None]) -> Callable[[etree._Element], None]:
    def edit(root):
        for each in edits:
            each(root)

    return edit


def _enable(root) -> None:
    del next(e for e in root.iter() if e.get("guiclass") == "ViewResultsFullVisualizer").attrib["enabled"]


def _xml(test_class: str, props: str = "", gui: str = "x", name: str = "added") -> str:
    return f'<e guiclass="{gui}" testclass="{test_class}" testname="{name}">{props}</e><hashTree/>'


def _prop(name: str, value: str) -> str:
    return f'<stringProp name="{name}">{value}</stringProp>'


def _xmeter(sampler: str, *props: tuple[str, str]) -> str:
    return _xml(f"net.xmeter.samplers.{sampler}", "".join(_prop(*prop) for prop in props))


_PUB_QOS_1 = _xmeter(
    "PubSampler", ("mqtt.qos_level", "1"), ("mqtt.message_to_sent", "${__FileToString(p.json)}")
)
_CONNECT_3_1 = _xmeter(
    "ConnectSampler",
    ("mqtt.version", "3.1"),
    ("mqtt.client_id_prefix", "a-client-identifier-of-28-bytes"),
    ("mqtt.reconn_attampt_max", "-1"),
)
_RESPONSE_ASSERTION = _xml("ResponseAssertion", _prop("Assertion.test_field", "Assertion.response_data"))
_THROUGHPUT = _xml("ConstantThroughputTimer", _prop("throughput", "60000") + _prop("calcMode", "1"))
_SAVES_BODY = _xml(
    "ResultCollector",
    '<objProp><value class="SampleSaveConfiguration"><responseData>true</responseData></value></objProp>'
    + _prop("filename", "all.jtl"),
    gui="SimpleDataWriter",
)

CASES = {
    "constant client id": ("AG101", _set("MqttConnectSampler", "connect.client_id", "same", "connect")),
    "thread number alone": (
        "AG102",
        _set("MqttConnectSampler", "connect.client_id", "d-${__threadNum}", "connect"),
    ),
    "long id on 3.1": ("AG105", _add("ThreadGroup", _CONNECT_3_1, "devices")),
    "unknown column": ("AG109", _set("MqttConnectSampler", "connect.client_id", "${id}", "connect")),
    "recycled with session": (
        "AG111",
        _both(
            _set("CSVDataSet", "recycle", "true"),
            _set("MqttConnectSampler", "connect.clean_start", "false", "connect"),
        ),
    ),
    "devices file missing": ("AG112", _set("CSVDataSet", "filename", "none.csv")),
    "no acknowledge wait": ("AG201", _set("MqttPublishSampler", "publish.ack_timeout_ms", "0", "telemetry")),
    "foreign publish waits for nothing": ("AG201", _add("ThreadGroup", _PUB_QOS_1, "devices")),
    "connect in a loop": (
        "AG203",
        _both(
            _set("ThreadGroup", "LoopController.loops", "5", "devices"),
            _add("ThreadGroup", _xml("org.ackgate.jmeter.MqttDisconnectSampler"), "devices"),
        ),
    ),
    "hidden reconnect": ("AG204", _add("ThreadGroup", _CONNECT_3_1, "devices")),
    "response assertion": ("AG205", _add("MqttStreamsController", _RESPONSE_ASSERTION)),
    "connect limit below redline": (
        "AG206",
        _set("MqttConnectSampler", "connect.timeout_ms", "900", "connect"),
    ),
    "throughput out of reach": ("AG208", _add("MqttStreamsController", _THROUGHPUT)),
    "row per iteration": ("AG215", _set("ThreadGroup", "LoopController.loops", "5", "devices")),
    "timer on streams": (
        "AG217",
        _add("MqttStreamsController", _xml("ConstantTimer", _prop("ConstantTimer.delay", "5"))),
    ),
    "view results tree": ("AG301", _enable),
    "response data saved": ("AG302", _add("TestPlan", _SAVES_BODY)),
    "beanshell": ("AG303", _add("ThreadGroup", _xml("BeanShellPreProcessor"), "devices")),
    "payload read again": ("AG304", _add("ThreadGroup", _PUB_QOS_1, "devices")),
    "no ramp-up": ("AG305", _set("ThreadGroup", "ThreadGroup.ramp_time", "0", "devices")),
    "password": ("AG307", _set("MqttConnectSampler", "connect.password", "hunter2", "connect")),
    "unknown element": ("AG901", _add("ThreadGroup", _xml("kg.apc.jmeter.samplers.DummySampler"), "devices")),
    "foreign mqtt": ("AG902", _add("ThreadGroup", _PUB_QOS_1, "devices")),
    "file known only while running": ("AG903", _set("CSVDataSet", "filename", "${__P(file)}")),
}


def test_finds_nothing_in_a_plan_of_ours(jmx_findings):
    assert jmx_findings(lambda root: None) == []


@pytest.mark.parametrize("case", CASES)
def test_finds(jmx_findings, case):
    code, edit = CASES[case]
    assert code in {finding.code for finding in jmx_findings(edit)}


def test_names_the_place_as_the_gui_shows_it(jmx_findings):
    (finding,) = jmx_findings(_set("MqttPublishSampler", "publish.ack_timeout_ms", "0", "telemetry"))
    assert finding.place == "devices > streams > telemetry"


def test_names_the_unknown_class(jmx_findings):
    (finding,) = jmx_findings(CASES["unknown element"][1])
    assert "kg.apc.jmeter.samplers.DummySampler" in finding.message


def test_ignores_what_is_disabled(jmx_findings):
    def edit(root):
        CASES["beanshell"][1](root)
        _element(root, "BeanShellPreProcessor").set("enabled", "false")

    assert jmx_findings(edit) == []


def test_ignores_what_stands_below_something_disabled(jmx_findings):
    def edit(root):
        CASES["foreign mqtt"][1](root)
        _element(root, "ThreadGroup", "devices").set("enabled", "false")

    assert jmx_findings(edit) == []


def test_accepts_a_thread_number_with_the_name_of_the_machine(jmx_findings):
    template = "d-${__machineName()}-${__threadNum}"
    assert jmx_findings(_set("MqttConnectSampler", "connect.client_id", template, "connect")) == []


def test_fills_user_defined_variables_and_property_defaults(jmx_findings):
    def edit(root):
        _set("ThreadGroup", "ThreadGroup.num_threads", "${threads}", "devices")(root)
        arguments = next(e for e in root.iter("collectionProp") if e.get("name") == "Arguments.arguments")
        argument = etree.SubElement(arguments, "elementProp", name="threads", elementType="Argument")
        etree.SubElement(argument, "stringProp", name="Argument.value").text = "${__P(threads,5000)}"

    assert [finding.code for finding in jmx_findings(edit)] == ["AG106"]


def test_puts_errors_first(jmx_findings):
    found = jmx_findings(_both(_enable, _set("MqttConnectSampler", "connect.password", "hunter2", "connect")))
    assert [finding.severity for finding in found] == ["error", "warning"]


@pytest.mark.parametrize("content", ["", "<html/>", "<a><b></a>"])
def test_refuses_what_is_no_jmx(tmp_path, content):
    path = tmp_path / "plan.jmx"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WorkloadError, match="not a JMX"):
        check_jmx(path)
