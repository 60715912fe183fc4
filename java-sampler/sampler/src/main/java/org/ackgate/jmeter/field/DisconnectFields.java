package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Disconnect. */
public final class DisconnectFields {
    public static final Field TIMEOUT_MS = Field.text(
            "disconnect.timeout_ms",
            "Limit (ms)",
            "5000",
            "Until DISCONNECT is written; a thread's end closes by itself");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(FieldGroup.of("Disconnect", TIMEOUT_MS));

    private DisconnectFields() {}
}
