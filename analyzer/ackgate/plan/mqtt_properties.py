"""Workload -> properties of the MQTT elements (docs/elements.md)."""

from collections.abc import Mapping

from ackgate.model.workload_broker import Broker
from ackgate.model.workload_publish import PublishStream

Properties = dict[str, str | None]
PASSWORD = "${__P(ackgate.password)}"  # noqa: S105 - a reference, never the secret
KEY_PASSWORD = "${__P(ackgate.tls.key_password,)}"  # noqa: S105
PKCS12_PASSWORD = "${__P(ackgate.tls.pkcs12_password)}"  # noqa: S105


def connect_properties(broker: Broker) -> Properties:
    """Properties of MQTT Connect, the client identifier left out."""
    will = broker.will
    return {
        "connect.url": broker.url,
        "connect.version": broker.version,
        "connect.username": broker.username,
        "connect.password": broker.password or (PASSWORD if broker.username is not None else None),
        "connect.clean_start": flag(broker.clean_start),
        "connect.keep_alive_s": str(broker.keep_alive_s),
        "connect.timeout_ms": str(round(broker.connect_timeout_s * 1000)),
        "connect.session_expiry_s": number(broker.session_expiry_s),
        "connect.receive_maximum": number(broker.receive_maximum),
        "connect.maximum_packet_size_bytes": number(broker.maximum_packet_size_bytes),
        "connect.user_properties": lines(broker.user_properties, "="),
        "connect.will_topic": will.topic if will else None,
        "connect.will_payload": will.payload if will else None,
        "connect.will_qos": str(will.qos) if will else None,
        "connect.will_retain": flag(will.retain) if will else None,
        "connect.ws_headers": lines(broker.ws_headers, ": "),
        "connect.source_address": ",".join(broker.source_addresses) or None,
        "reconnect.attempts": str(broker.reconnect.attempts),
        "reconnect.pause_ms": str(broker.reconnect.pause_ms),
        **_tls_properties(broker),
    }


def _tls_properties(broker: Broker) -> Properties:
    tls = broker.tls
    if tls is None:
        return {}
    key_password = tls.key_password or (KEY_PASSWORD if tls.key_file else None)
    pkcs12_password = tls.pkcs12_password or (PKCS12_PASSWORD if tls.pkcs12_file else None)
    return {
        "tls.ca_file": path(tls.ca_file),
        "tls.cert_file": path(tls.cert_file),
        "tls.key_file": path(tls.key_file),
        "tls.key_password": key_password,
        "tls.pkcs12_file": path(tls.pkcs12_file),
        "tls.pkcs12_password": pkcs12_password,
        "tls.verify": flag(tls.verify),
        "tls.sni": tls.sni,
        "tls.alpn": tls.alpn,
        "tls.versions": ",".join(tls.versions),
    }


def publish_properties(stream: PublishStream, topic: str, rate: str | None, file: str | None) -> Properties:
    """Properties of MQTT Publish; ``file`` is the payload file as the plan names it."""
    kind, values = _payload(stream, file)
    return {
        "publish.topic": topic,
        "publish.qos": str(stream.qos),
        "publish.retain": flag(stream.retain),
        "publish.rate": rate,
        "publish.ack_timeout_ms": str(stream.ack_timeout_ms),
        "publish.payload_kind": kind,
        **values,
        "publish.stamp": stream.effective_stamp,
        "publish.message_expiry_s": number(stream.message_expiry_s),
        "publish.content_type": stream.content_type,
        "publish.response_topic": stream.response_topic,
        "publish.correlation_data": stream.correlation_data,
        "publish.user_properties": lines(stream.user_properties, "="),
    }


def _payload(stream: PublishStream, file: str | None) -> tuple[str, Properties]:
    if file is not None:
        return "file", {"publish.payload_file": file}
    if stream.size_bytes is not None:
        return "size", {"publish.size_bytes": str(stream.size_bytes)}
    if stream.mix:
        parts = (f"{part.size_bytes}:{part.weight:g}" for part in stream.mix)
        return "mix", {"publish.mix": ",".join(parts)}
    if stream.payload_hex is not None:
        return "hex", {"publish.payload": stream.payload_hex}
    if stream.payload_base64 is not None:
        return "base64", {"publish.payload": stream.payload_base64}
    return "text", {"publish.payload": stream.payload_text or ""}


def rate_text(rate_per_s: float) -> str:
    """A rate as MQTT Streams reads it, without an exponent: ``0.2/s``, ``0.36/h``."""
    value, unit = (rate_per_s, "s") if rate_per_s >= 0.001 else (rate_per_s * 3600, "h")
    return f"{value:.9f}".rstrip("0").rstrip(".") + f"/{unit}"


def flag(value: bool) -> str:
    """``true`` or ``false``, as JMeter writes them."""
    return "true" if value else "false"


def number(value: int | None) -> str | None:
    """Digits, or None."""
    return None if value is None else str(value)


def path(value: object) -> str | None:
    """A path as text, or None."""
    return None if value is None else str(value)


def lines(values: Mapping[str, str], between: str) -> str | None:
    """One ``name<between>value`` per line, or None when there is none."""
    return "\n".join(f"{name}{between}{value}" for name, value in values.items()) or None
