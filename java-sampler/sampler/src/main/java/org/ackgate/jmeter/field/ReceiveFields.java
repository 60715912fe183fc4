package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Receive. */
public final class ReceiveFields {
    public static final Field TOPIC_FILTER = Field.text(
            "receive.topic_filter",
            "Topic filter",
            "",
            "As it was subscribed; empty counts every message. Two elements with different filters count apart");
    public static final Field WINDOW_MS =
            Field.text("receive.window_ms", "Window (ms)", "1000", "One row per window; with a count it is the limit");
    public static final Field COUNT = Field.text(
            "receive.count", "Messages to wait for", "0", "0: the window ends by time; else with this many messages");
    public static final Field KEEP_LAST = Field.flag(
            "receive.keep_last",
            "Keep the last message",
            false,
            "As response data for assertions and extractors; costs memory at high rates");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS =
            List.of(FieldGroup.of("Window", TOPIC_FILTER, WINDOW_MS, COUNT, KEEP_LAST));

    private ReceiveFields() {}
}
