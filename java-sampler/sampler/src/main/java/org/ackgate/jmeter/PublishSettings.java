package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.PublishFields.*;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.ackgate.jmeter.field.Field;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.payload.StampKind;
import org.ackgate.session.UserProperty;
import org.jspecify.annotations.Nullable;

/** The fields of MQTT Publish that seldom change from send to send. */
final class PublishSettings {
    /** Fields read here; when none holds a variable, one reading serves the whole thread. */
    static final List<Field> FIELDS = List.of(
            QOS,
            RETAIN,
            ACK_TIMEOUT_MS,
            CONNECTION,
            STAMP,
            MESSAGE_EXPIRY_S,
            CONTENT_TYPE,
            RESPONSE_TOPIC,
            CORRELATION_DATA,
            USER_PROPERTIES);

    private static final long DAY_MS = 86_400_000;
    private static final long MAXIMUM_UNSIGNED_INT = 0xFFFF_FFFFL;
    private static final int MAXIMUM_CONNECTIONS = 20_000;
    private static final String ROUND_ROBIN = "round_robin";

    private final int qos;
    private final boolean retain;
    private final long ackTimeoutMs;
    private final int connection;
    private final StampKind stamp;
    private final long messageExpiryS;
    private final @Nullable String contentType;
    private final @Nullable String responseTopic;
    private final byte @Nullable [] correlationData;
    private final List<UserProperty> userProperties;

    PublishSettings(FieldReader reader) {
        qos = Integer.parseInt(reader.choice(QOS));
        retain = reader.flag(RETAIN);
        ackTimeoutMs = reader.number(ACK_TIMEOUT_MS, 1, DAY_MS);
        connection =
                ROUND_ROBIN.equals(reader.text(CONNECTION)) ? 0 : reader.integer(CONNECTION, 1, MAXIMUM_CONNECTIONS);
        stamp = StampKind.valueOf(reader.choice(STAMP).toUpperCase(Locale.ROOT));
        messageExpiryS =
                reader.text(MESSAGE_EXPIRY_S).isEmpty() ? -1 : reader.number(MESSAGE_EXPIRY_S, 0, MAXIMUM_UNSIGNED_INT);
        contentType = reader.optional(CONTENT_TYPE);
        responseTopic = reader.optional(RESPONSE_TOPIC);
        String correlation = reader.optional(CORRELATION_DATA);
        correlationData = correlation == null ? null : correlation.getBytes(StandardCharsets.UTF_8);
        userProperties = reader.pairs(USER_PROPERTIES, '=');
    }

    int qos() {
        return qos;
    }

    boolean retain() {
        return retain;
    }

    long ackTimeoutMs() {
        return ackTimeoutMs;
    }

    /** Number of the connection to use, from 1; 0: each in turn. */
    int connection() {
        return connection;
    }

    StampKind stamp() {
        return stamp;
    }

    long messageExpiryS() {
        return messageExpiryS;
    }

    @Nullable
    String contentType() {
        return contentType;
    }

    @Nullable
    String responseTopic() {
        return responseTopic;
    }

    byte @Nullable [] correlationData() {
        return correlationData;
    }

    List<UserProperty> userProperties() {
        return userProperties;
    }
}
