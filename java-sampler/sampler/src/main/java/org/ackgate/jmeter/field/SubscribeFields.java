package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Subscribe. */
public final class SubscribeFields {
    public static final Field TOPIC_FILTERS = Field.lines(
            "subscribe.topic_filters",
            "Topic filters with QoS",
            "One per line: filter and QoS, e.g. $share/backend/device/+/telemetry 1; all go into one SUBSCRIBE");
    public static final Field TIMEOUT_MS = Field.text(
            "subscribe.timeout_ms", "SUBACK limit (ms)", "5000", "Without SUBACK until then the sample fails");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(FieldGroup.of("Subscriptions", TOPIC_FILTERS, TIMEOUT_MS));

    private SubscribeFields() {}
}
