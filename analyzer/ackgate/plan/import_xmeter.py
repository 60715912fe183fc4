"""A plan made for XMeter's plug-in -> the same plan with our elements."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from ackgate.plan import xmeter_elements as xmeter
from ackgate.plan.jmx_element import Element, jmx_text
from ackgate.plan.jmx_file import read_jmx_root
from ackgate.plan.workload_error import WorkloadError

_PACKAGE = "net.xmeter.samplers."
_OURS = "org.ackgate.jmeter."


@dataclass(frozen=True)
class XmeterImport:
    """The converted plan; what was changed and what has no equal, a sentence each."""

    jmx: bytes
    changes: tuple[str, ...]
    without_equal: tuple[str, ...]


@dataclass
class _Conversion:
    """Notes gathered on the way."""

    changes: list[str] = field(default_factory=list)
    connected_groups: list[str] = field(default_factory=list)
    without_equal: list[str] = field(default_factory=list)


def import_xmeter(path: Path) -> XmeterImport:
    """Convert the plan in ``path``. Raises WorkloadError when it holds no element of XMeter's."""
    root = read_jmx_root(path)
    conversion = _Conversion()
    for element in [e for e in root.iter() if str(e.get("testclass", "")).startswith(_PACKAGE)]:
        _convert(element, conversion)
    if not conversion.changes:
        raise WorkloadError(f"{path}: holds no element of XMeter's plug-in ({_PACKAGE}*)")
    return XmeterImport(
        jmx_text(root),
        tuple(dict.fromkeys(conversion.changes)),
        tuple(dict.fromkeys(conversion.without_equal)),
    )


def _convert(element: Element, conversion: _Conversion) -> None:
    short = str(element.get("testclass")).removeprefix(_PACKAGE)
    converters: dict[str, Callable[[Element, _Conversion], list[Element]]] = {
        "ConnectSampler": _connect,
        "EfficientConnectSampler": _connect,
        "PubSampler": _publish,
        "SubSampler": _subscribe,
        "DisConnectSampler": _disconnect,
        "EfficientDisConnectSampler": _disconnect,
    }
    name = element.get("testname", short)
    if short not in converters:
        conversion.without_equal.append(f"'{name}' ({short}) has no equal and was left as it is")
        return
    _replace(element, converters[short](element, conversion))
    conversion.changes.append(f"'{name}': {short} became {xmeter.OUR_NAMES[short]}")


def _replace(element: Element, replacements: list[Element]) -> None:
    """Put elements in the place of one; timers and assertions below it go to the last."""
    parent = element.getparent()
    if parent is None:
        raise LookupError("an element without a parent")
    at = parent.index(element)
    parent.remove(element)
    for replacement in replacements[:-1]:
        own = replacement.getnext()
        parent.insert(at, replacement)
        parent.insert(at + 1, own if own is not None else etree.Element("hashTree"))
        at += 2
    parent.insert(at, replacements[-1])  # right before what stood below the old element


def _new(source: Element, short_class: str, name: str, properties: xmeter.Texts) -> Element:
    """One of our elements, enabled as its source was."""
    test_class = f"{_OURS}{short_class}"
    gui_class = f"{_OURS}gui.{short_class}Gui"
    element = etree.Element(test_class, guiclass=gui_class, testclass=test_class, testname=name)
    element.set("enabled", source.get("enabled", "true"))
    comment = xmeter.text(source, "TestElement.comments")
    for key, value in {"TestPlan.comments": comment, **properties}.items():
        if value:
            etree.SubElement(element, "stringProp", name=key).text = value
    return element


def _connect(element: Element, conversion: _Conversion) -> list[Element]:
    name = element.get("testname", "connect")
    connect = _new(element, "MqttConnectSampler", name, xmeter.connect_texts(element))
    _note_connection(element, name, conversion)
    if xmeter.flag(element, "mqtt.sub_when_connected"):
        return [
            connect,
            _new(element, "MqttSubscribeSampler", f"{name} subscribe", xmeter.subscribe_texts(element)),
        ]
    return [connect]


def _own_connect(element: Element, name: str, conversion: _Conversion) -> list[Element]:
    """The connection that XMeter 1.x holds inside a publisher or subscriber."""
    if not xmeter.text(element, "mqtt.server"):
        return []
    group = xmeter.thread_group_number(element)
    if group in conversion.connected_groups:
        conversion.changes.append(f"'{name}': uses the connection of its thread instead of one of its own")
        return []
    conversion.connected_groups.append(group)
    _note_connection(element, name, conversion)
    conversion.changes.append(
        f"'{name}': its own connection became an MQTT Connect before it, shared by the whole thread"
    )
    return [_new(element, "MqttConnectSampler", f"{name} connect", xmeter.connect_texts(element))]


def _note_connection(element: Element, name: str, conversion: _Conversion) -> None:
    conversion.changes += [f"'{name}': {note}" for note in xmeter.connect_changes(element)]
    conversion.without_equal += [f"'{name}': {note}" for note in xmeter.connect_without_equal(element)]


def _publish(element: Element, conversion: _Conversion) -> list[Element]:
    name = element.get("testname", "publish")
    conversion.changes += [f"'{name}': {note}" for note in xmeter.publish_changes(element)]
    conversion.without_equal += [f"'{name}': {note}" for note in xmeter.publish_without_equal(element)]
    publish = _new(element, "MqttPublishSampler", name, xmeter.publish_texts(element))
    return [*_own_connect(element, name, conversion), publish]


def _subscribe(element: Element, conversion: _Conversion) -> list[Element]:
    name = element.get("testname", "subscribe")
    conversion.changes += [f"'{name}': {note}" for note in xmeter.receive_changes(element)]
    subscribe = _new(element, "MqttSubscribeSampler", f"{name} subscribe", xmeter.subscribe_texts(element))
    receive = _new(element, "MqttReceiveSampler", name, xmeter.receive_texts(element))
    first: list[Element] = [subscribe]
    if not _disconnects_in_the_same_loop(element):
        first = [_once(element, subscribe)]
    return [*_own_connect(element, name, conversion), *first, receive]


def _disconnects_in_the_same_loop(element: Element) -> bool:
    """Each round then has a new connection, which must subscribe again."""
    tree = element.getparent()
    wanted = (f"{_PACKAGE}DisConnectSampler", f"{_OURS}MqttDisconnectSampler")
    return tree is not None and any(str(e.get("testclass", "")) in wanted for e in tree)


def _once(source: Element, subscribe: Element) -> Element:
    """A Once Only Controller around a subscribe, with the hashTree that holds it."""
    controller = etree.Element(
        "OnceOnlyController", guiclass="OnceOnlyControllerGui", testclass="OnceOnlyController",
        testname=f"{subscribe.get('testname')} once", enabled=source.get("enabled", "true"),
    )  # fmt: skip
    holder = etree.Element("holder")
    tree = etree.Element("hashTree")
    tree.extend([subscribe, etree.Element("hashTree")])
    holder.extend([controller, tree])
    return controller


def _disconnect(element: Element, conversion: _Conversion) -> list[Element]:
    del conversion
    return [_new(element, "MqttDisconnectSampler", element.get("testname", "disconnect"), {})]
