package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Unsubscribe. */
public final class UnsubscribeFields {
    public static final Field TOPIC_FILTERS =
            Field.lines("unsubscribe.topic_filters", "Topic filters", "One per line, as they were subscribed");
    public static final Field TIMEOUT_MS = Field.text(
            "unsubscribe.timeout_ms", "UNSUBACK limit (ms)", "5000", "Without UNSUBACK until then the sample fails");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(FieldGroup.of("Subscriptions", TOPIC_FILTERS, TIMEOUT_MS));

    private UnsubscribeFields() {}
}
