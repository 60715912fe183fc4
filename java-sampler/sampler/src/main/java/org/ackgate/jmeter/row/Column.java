package org.ackgate.jmeter.row;

import java.util.Locale;

/** The JTL's mqtt_* columns, filled through JMeter's {@code sample_variables}. */
public enum Column {
    MQTT_OP,
    MQTT_QOS,
    MQTT_CLIENT_ID,
    MQTT_CONNECTION,
    MQTT_PHASE,
    MQTT_TCP_US,
    MQTT_TLS_US,
    MQTT_CONNACK_US,
    MQTT_PING_US,
    MQTT_ACK_US,
    MQTT_PUBREC_US,
    MQTT_PUBCOMP_US,
    MQTT_SEND_DELAY_US,
    MQTT_RECEIVED,
    MQTT_LOST,
    MQTT_DUPLICATE,
    MQTT_REORDERED,
    MQTT_E2E_HDR;

    private static final Column[] ALL = values();

    private final String variable = name().toLowerCase(Locale.ROOT);

    /** Name of the JMeter variable and of the JTL column. */
    public String variable() {
        return variable;
    }

    static Column[] all() {
        return ALL;
    }
}
