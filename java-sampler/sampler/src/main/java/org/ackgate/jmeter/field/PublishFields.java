package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Publish. */
public final class PublishFields {
    public static final Field TOPIC = Field.text(
            "publish.topic",
            "Topic name",
            "",
            "E.g. device/${device_id}/telemetry; {client_id} becomes the client identifier of the connection in use");
    public static final Field QOS =
            Field.choice("publish.qos", "QoS", "1 ends at PUBACK, 2 at PUBCOMP, 0 at the socket write", "0", "1", "2");
    public static final Field RETAIN =
            Field.flag("publish.retain", "Retain", false, "The broker keeps the last message of the topic");
    public static final Field ACK_TIMEOUT_MS = Field.text(
            "publish.ack_timeout_ms",
            "Acknowledge limit (ms)",
            "5000",
            "Without PUBACK or PUBCOMP until then the sample fails; the connection is kept");
    public static final Field RATE = Field.text(
            "publish.rate", "Rate per device inside MQTT Streams", "", "1/min, 5/s, 0.2/s or 10/h; elsewhere unused");
    public static final Field CONNECTION = Field.text(
            "publish.connection",
            "Connection to use",
            "round_robin",
            "For a thread with many connections: round_robin, or the number of one from 1");

    public static final Field PAYLOAD_KIND = Field.choice(
            "publish.payload_kind",
            "Kind",
            "text, hex and base64 use the payload field; file a file; size random bytes; mix a weighted mix",
            "text",
            "hex",
            "base64",
            "file",
            "size",
            "mix");
    public static final Field PAYLOAD = Field.lines(
            "publish.payload",
            "Payload (text, hex, base64)",
            "Variables are filled per send; never written to results");
    public static final Field PAYLOAD_FILE =
            Field.file("publish.payload_file", "Payload file", "Read once; variables in it are filled per send");
    public static final Field SIZE_BYTES = Field.text(
            "publish.size_bytes", "Size (bytes)", "256", "For random payloads; the stamp is part of the size");
    public static final Field MIX = Field.text(
            "publish.mix",
            "Mix (bytes:weight)",
            "",
            "E.g. 256:70,512:20,1024:10; @path:weight takes a file; weights need not add up to 100");
    public static final Field STAMP = Field.choice(
            "publish.stamp",
            "Stamp",
            "Lets MQTT Receive measure end-to-end latency and loss: auto stamps generated payloads of 32 bytes or more",
            "auto",
            "none",
            "header",
            "json",
            "user_property");

    public static final Field MESSAGE_EXPIRY_S = Field.text(
            "publish.message_expiry_s", "Message expiry interval (s)", "", "Empty: the message never expires");
    public static final Field CONTENT_TYPE =
            Field.text("publish.content_type", "Content type", "", "E.g. application/json");
    public static final Field RESPONSE_TOPIC =
            Field.text("publish.response_topic", "Response topic", "", "For request and response over MQTT 5");
    public static final Field CORRELATION_DATA =
            Field.text("publish.correlation_data", "Correlation data", "", "Text, sent as UTF-8");
    public static final Field USER_PROPERTIES =
            Field.lines("publish.user_properties", "User properties", "One name=value per line");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(
            FieldGroup.of("Message", TOPIC, QOS, RETAIN, ACK_TIMEOUT_MS, RATE, CONNECTION),
            FieldGroup.of("Payload", PAYLOAD_KIND, PAYLOAD, PAYLOAD_FILE, SIZE_BYTES, MIX, STAMP),
            FieldGroup.of(
                    "MQTT 5 properties",
                    MESSAGE_EXPIRY_S,
                    CONTENT_TYPE,
                    RESPONSE_TOPIC,
                    CORRELATION_DATA,
                    USER_PROPERTIES));

    private PublishFields() {}
}
