package org.ackgate.jmeter.run;

import java.util.Locale;

/** What a row reports, as in the column {@code mqtt_op}. */
public enum Operation {
    CONNECT,
    RECONNECT,
    LOST,
    PUBLISH,
    SUBSCRIBE,
    UNSUBSCRIBE,
    RECEIVE,
    DISCONNECT;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** As written to the JTL. */
    public String text() {
        return text;
    }
}
