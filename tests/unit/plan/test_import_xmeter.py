"""Plans made for XMeter's plug-in become ours, and everything else of them stays."""

import re
from pathlib import Path

import pytest
from lxml import etree

from ackgate.check.jmx_node import JmxPlan, plan_of
from ackgate.plan import WorkloadError
from ackgate.plan.import_xmeter import XmeterImport, import_xmeter

PLANS = Path(__file__).parents[2] / "resources" / "xmeter"


def _import(name: str) -> tuple[JmxPlan, XmeterImport]:
    imported = import_xmeter(PLANS / name)
    return plan_of(etree.fromstring(imported.jmx), Path()), imported


def _one(plan: JmxPlan, name: str):
    (found,) = [node for node in plan.nodes if node.name == name]
    return found


@pytest.mark.parametrize("name", ["pubsub-2.x.jmx", "connections-1.x.jmx"])
def test_leaves_no_element_of_xmeter_and_loses_no_other(name):
    before = plan_of(etree.parse(str(PLANS / name)).getroot(), Path())
    after, imported = _import(name)
    assert b"net.xmeter" not in imported.jmx
    others = [(n.short_class, n.place, n.properties) for n in before.nodes if "xmeter" not in n.test_class]
    kept = [(n.short_class, n.place, n.properties) for n in after.nodes]
    moved = {"pause"}  # timers below a converted element keep their place under its successor
    assert [o for o in others if o not in kept and o[1].split(" > ")[-1] not in moved] == []


def test_maps_a_connect():
    connect = _one(_import("pubsub-2.x.jmx")[0], "Pub connect")
    assert connect.short_class == "MqttConnectSampler"
    assert connect.text("connect.url") == "tcp://127.0.0.1:${port}"
    assert connect.text("connect.version") == "3.1.1"
    assert connect.text("connect.client_id") == "pub_${__machineName()}-2-${__threadNum}"
    assert connect.text("connect.timeout_ms") == "10000"
    assert connect.text("connect.keep_alive_s") == "300"
    assert connect.text("reconnect.attempts") == "3"


def test_carries_no_literal_password_over():
    plan, imported = _import("pubsub-2.x.jmx")
    assert b"hunter2" not in imported.jmx
    assert _one(plan, "Pub connect").text("connect.password") == "${__P(ackgate.password)}"
    assert any("the literal password was left out" in change for change in imported.changes)


def test_maps_a_publish_and_keeps_the_timer_below_it():
    publish = _one(_import("pubsub-2.x.jmx")[0], "Pub publish")
    assert publish.text("publish.topic") == "topic_a"
    assert publish.text("publish.qos") == "1"
    assert publish.text("publish.stamp") == "json"
    assert [child.short_class for child in publish.children] == ["ConstantTimer"]


def test_subscribes_once_before_it_receives_in_a_loop():
    receive = _one(_import("pubsub-2.x.jmx")[0], "Sub receive")
    assert receive.short_class == "MqttReceiveSampler"
    once, found = receive.parent.children
    assert found is receive
    assert once.short_class == "OnceOnlyController"
    assert once.children[0].text("subscribe.topic_filters") == "topic_a 1"
    assert receive.text("receive.window_ms") == "1000"


def test_limits_the_wait_for_a_number_of_messages():
    plan, imported = _import("connections-1.x.jmx")
    receive = _one(plan, "Old receive")
    assert (receive.text("receive.count"), receive.text("receive.window_ms")) == ("1", "30000")
    assert any("ends after 30000 ms" in change for change in imported.changes)


def test_puts_the_connection_of_a_1_x_publisher_before_it():
    publish = _one(_import("connections-1.x.jmx")[0], "Old publish")
    siblings = [node.name for node in publish.parent.children]
    assert siblings == ["Old publish connect", "Old publish", "Old receive subscribe once", "Old receive"]
    assert publish.text("publish.payload_kind") == "hex"


def test_maps_many_connections_and_their_subscription():
    plan, _ = _import("connections-1.x.jmx")
    connect = _one(plan, "Many connect")
    assert connect.text("connections") == "20"
    assert connect.text("connect.client_id") == "bg-{n}"
    assert _one(plan, "Many connect subscribe").text("subscribe.topic_filters") == "bg/a 1\nbg/b 1"
    assert _one(plan, "Many disconnect").short_class == "MqttDisconnectSampler"


def test_lists_every_conversion_and_what_has_no_equal():
    imported = _import("pubsub-2.x.jmx")[1]
    converted = [change for change in imported.changes if re.search(r": \w+Sampler became MQTT", change)]
    assert len(converted) == 6
    assert imported.without_equal == (
        "'Pub connect': 2 attempts at the first connect have no equal; a failed connect is a failed row",
    )


def test_reads_the_corrected_spelling_of_attempts(tmp_path):
    text = (PLANS / "pubsub-2.x.jmx").read_text(encoding="utf-8")
    path = tmp_path / "plan.jmx"
    path.write_text(text.replace("attampt", "attempt"), encoding="utf-8")
    assert import_xmeter(path).without_equal == import_xmeter(PLANS / "pubsub-2.x.jmx").without_equal


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("not xml", "not a JMX"),
        ("<html/>", "its root is <html>"),
        ("<jmeterTestPlan><hashTree/></jmeterTestPlan>", "holds no element"),
    ],
)
def test_refuses_what_is_no_plan_of_xmeter(tmp_path, content, expected):
    path = tmp_path / "plan.jmx"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WorkloadError, match=expected):
        import_xmeter(path)


def test_refuses_a_plan_that_declares_entities(tmp_path):
    text = (PLANS / "pubsub-2.x.jmx").read_text(encoding="utf-8")
    head = '<!DOCTYPE jmeterTestPlan [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    path = tmp_path / "plan.jmx"
    path.write_text(text.replace("?>", f"?>{head}", 1).replace("Plan of a", "&e;"), encoding="utf-8")
    with pytest.raises(WorkloadError, match="it has a DOCTYPE"):
        import_xmeter(path)
