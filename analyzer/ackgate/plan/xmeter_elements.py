"""Properties of XMeter's elements and what they are in ours (docs/elements.md)."""

import re

from ackgate.plan.jmx_element import Element, text_of
from ackgate.plan.mqtt_properties import PASSWORD, PKCS12_PASSWORD
from ackgate.plan.mqtt_properties import flag as flag_text

Texts = dict[str, str | None]
OUR_NAMES = {
    "ConnectSampler": "MQTT Connect",
    "EfficientConnectSampler": "MQTT Connect with many connections",
    "PubSampler": "MQTT Publish",
    "SubSampler": "MQTT Subscribe and MQTT Receive",
    "DisConnectSampler": "MQTT Disconnect",
    "EfficientDisConnectSampler": "MQTT Disconnect",
}
RECEIVE_LIMIT_MS = 30_000
_BY_COUNT = "number of received messages"
_HEX = "Hex string"
_RANDOM = "Random string with fixed length"
_SCHEMES = {"TCP": "tcp", "SSL": "ssl", "WS": "ws", "WSS": "wss"}
#: The first spelling is the one real plans carry.
_CONNECT_ATTEMPTS = ("mqtt.conn_attampt_max", "mqtt.conn_attempt_max")
_RECONNECT_ATTEMPTS = ("mqtt.reconn_attampt_max", "mqtt.reconn_attempt_max")
_VARIABLE = re.compile(r"\$\{")


def text(element: Element, name: str, default: str = "") -> str:
    """Text of a property, or ``default`` where it is absent or empty."""
    return text_of(element, name, default)


def flag(element: Element, name: str) -> bool:
    """A boolean property; false where absent."""
    return text(element, name).strip().lower() == "true"


def _first(element: Element, names: tuple[str, ...]) -> str:
    return next((text(element, name) for name in names if text(element, name)), "0")


def _encrypted(element: Element) -> bool:
    return text(element, "mqtt.protocol", "TCP").upper() in ("SSL", "WSS")


def connect_texts(element: Element) -> Texts:
    """Properties of MQTT Connect."""
    protocol = _SCHEMES.get(text(element, "mqtt.protocol", "TCP").upper(), "tcp")
    path = text(element, "mqtt.ws_path") if protocol in ("ws", "wss") else ""
    path = f"/{path.lstrip('/')}" if path else ""
    capacity = text(element, "mqtt.conn_capacity", "1")
    timeout_s = text(element, "mqtt.conn_timeout", "10")
    user = text(element, "mqtt.user_name")
    return {
        "connect.url": f"{protocol}://{text(element, 'mqtt.server', '127.0.0.1')}"
        f":{text(element, 'mqtt.port', '1883')}{path}",
        "connect.version": "5" if text(element, "mqtt.version").startswith("5") else "3.1.1",
        "connect.client_id": _client_id(element, capacity),
        "connect.username": user,
        "connect.password": _password(element),
        "connect.clean_start": text(element, "mqtt.conn_clean_session", "true"),
        "connect.keep_alive_s": text(element, "mqtt.conn_keep_alive", "300"),
        "connect.timeout_ms": _milliseconds(timeout_s),
        "connections": capacity if capacity != "1" else None,
        "reconnect.attempts": _reconnects(element),
        **_tls(element),
    }


def _milliseconds(seconds: str) -> str:
    return str(round(float(seconds) * 1000)) if seconds.replace(".", "", 1).isdigit() else f"{seconds}000"


def _client_id(element: Element, capacity: str) -> str:
    prefix = text(element, "mqtt.client_id_prefix", "conn_")
    # A suffix that changed at each call would be another device, and so a reconnect, in every round.
    thread = f"${{__machineName()}}-{thread_group_number(element)}-${{__threadNum}}"
    suffix = thread if flag(element, "mqtt.client_id_suffix") else ""
    number = "-{n}" if capacity != "1" else ""
    return f"{prefix}{suffix}{number}"


def thread_group_number(element: Element) -> str:
    """Number, from 1, of the thread group that an element stands in; 0 outside of one."""
    groups = [e for e in element.getroottree().iter() if str(e.get("testclass", "")).endswith("ThreadGroup")]
    trees = [group.getnext() for group in groups]
    above = [tree for tree in element.iterancestors("hashTree") if tree in trees]
    return str(trees.index(above[0]) + 1) if above else "0"


def _password(element: Element) -> str | None:
    """A reference stays; a literal is never carried over."""
    given = text(element, "mqtt.password")
    return (given if _VARIABLE.search(given) else PASSWORD) if given else None


def _reconnects(element: Element) -> str:
    asked = _first(element, _RECONNECT_ATTEMPTS)
    return "3" if asked.startswith("-") else asked


def _tls(element: Element) -> Texts:
    if not _encrypted(element) or not flag(element, "mqtt.dual_ssl_authentication"):
        return {}
    given = text(element, "mqtt.clientcert_password")
    return {
        "tls.pkcs12_file": text(element, "mqtt.clientcert_file_path"),
        "tls.pkcs12_password": given if _VARIABLE.search(given) else PKCS12_PASSWORD,
    }


def connect_changes(element: Element) -> list[str]:
    """What is different in our connect."""
    notes = []
    if text(element, "mqtt.version", "3.1") == "3.1":
        notes.append("MQTT 3.1 became 3.1.1")
    if text(element, "mqtt.password") and not _VARIABLE.search(text(element, "mqtt.password")):
        notes.append("the literal password was left out; give it as the property ackgate.password")
    if flag(element, "mqtt.client_id_suffix"):
        notes.append(
            "the random suffix of the client identifier became machine, thread group and thread number"
        )
    if _encrypted(element):
        notes.append("the server certificate is verified now; name its authority in tls.ca_file")
    if _first(element, _RECONNECT_ATTEMPTS).startswith("-"):
        notes.append("endless hidden reconnects became 3 visible attempts")
    return notes


def connect_without_equal(element: Element) -> list[str]:
    """What of the connect has no equal in ours."""
    notes = []
    attempts = _first(element, _CONNECT_ATTEMPTS)
    if attempts != "0":
        notes.append(
            f"{attempts} attempts at the first connect have no equal; a failed connect is a failed row"
        )
    if text(element, "mqtt.keystore_file_path"):
        notes.append("the JKS trust store has no equal; name a PEM file in tls.ca_file")
    return notes


def publish_texts(element: Element) -> Texts:
    """Properties of MQTT Publish."""
    kind = text(element, "mqtt.message_type", "String")
    message = text(element, "mqtt.message_to_sent")
    payload: Texts = {"publish.payload_kind": "text", "publish.payload": message}
    if kind == _HEX:
        payload = {"publish.payload_kind": "hex", "publish.payload": message.replace(" ", "")}
    if kind == _RANDOM:
        length = text(element, "mqtt.message_type_fixed_length", "1024")
        payload = {"publish.payload_kind": "size", "publish.size_bytes": length}
    return {
        "publish.topic": text(element, "mqtt.topic_name", "test_topic"),
        "publish.qos": text(element, "mqtt.qos_level", "0"),
        "publish.retain": flag_text(flag(element, "mqtt.retained_message")),
        "publish.ack_timeout_ms": "5000",
        **payload,
        "publish.stamp": _stamp(element),
    }


def _stamp(element: Element) -> str:
    if not flag(element, "mqtt.add_timestamp"):
        return "none"
    if text(element, "mqtt.message_type") == _RANDOM:
        return "auto"
    return "json" if text(element, "mqtt.message_to_sent").lstrip().startswith("{") else "none"


def publish_changes(element: Element) -> list[str]:
    """What is different in our publish."""
    notes = []
    if text(element, "mqtt.qos_level", "0") != "0":
        notes.append("a publish fails now when it is not acknowledged within 5000 ms")
    if flag(element, "mqtt.add_timestamp") and _stamp(element) != "none":
        notes.append("the time stamp is written in our own form, which MQTT Receive reads")
    return notes


def publish_without_equal(element: Element) -> list[str]:
    """What of the publish has no equal in ours."""
    if flag(element, "mqtt.add_timestamp") and _stamp(element) == "none":
        return ["the time stamp before a text payload has no equal; send JSON to get latencies"]
    return []


def subscribe_texts(element: Element) -> Texts:
    """Properties of MQTT Subscribe."""
    topics = text(element, "mqtt.topic_name", "test_topic").split(",")
    qos = text(element, "mqtt.qos_level", "0")
    return {"subscribe.topic_filters": "\n".join(f"{topic.strip()} {qos}" for topic in topics)}


def receive_texts(element: Element) -> Texts:
    """Properties of MQTT Receive; several filters of one subscriber are read together."""
    topics = text(element, "mqtt.topic_name", "test_topic").split(",")
    value = text(element, "mqtt.sample_condition_value", "1000")
    by_count = text(element, "mqtt.sample_condition") == _BY_COUNT
    return {
        "receive.topic_filter": topics[0].strip() if len(topics) == 1 else "",
        "receive.window_ms": str(RECEIVE_LIMIT_MS) if by_count else value,
        "receive.count": value if by_count else "0",
        "receive.keep_last": flag_text(flag(element, "mqtt.debug_response")),
    }


def receive_changes(element: Element) -> list[str]:
    """What is different in our receive."""
    notes = []
    if text(element, "mqtt.sample_condition") == _BY_COUNT:
        notes.append(f"waiting for a number of messages ends after {RECEIVE_LIMIT_MS} ms")
    if flag(element, "mqtt.debug_response"):
        notes.append("the last message is kept as response data, not all of them")
    return notes
