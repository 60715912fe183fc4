package org.ackgate.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Encodes PUBLISH straight into an array (MQTT 3.1.1 and 5, section 3.3): the one packet whose cost is multiplied by the load. */
final class PublishEncoder {
    private static final int PUBLISH = 0x30;
    private static final int DUP = 0x08;
    private static final int RETAIN = 0x01;
    private static final int NO_ALIAS = 0;
    private static final byte[] NO_BYTES = new byte[0];

    private static final int PAYLOAD_FORMAT = 0x01;
    private static final int MESSAGE_EXPIRY = 0x02;
    private static final int CONTENT_TYPE = 0x03;
    private static final int RESPONSE_TOPIC = 0x08;
    private static final int CORRELATION_DATA = 0x09;
    private static final int TOPIC_ALIAS = 0x23;
    private static final int USER_PROPERTY = 0x26;

    private PublishEncoder() {}

    /** MQTT 3.1.1. */
    static byte[] encode(OutgoingMessage message, int packetIdentifier, boolean duplicate) {
        return assemble(message, packetIdentifier, duplicate, utf8(message.topic()), null);
    }

    /**
     * MQTT 5.
     *
     * @param alias topic alias, 0 for none
     * @param aliasKnown whether the broker knows the alias already, so that the topic is left out
     */
    static byte[] encodeV5(
            OutgoingMessage message, int packetIdentifier, boolean duplicate, int alias, boolean aliasKnown) {
        byte[] topic = aliasKnown ? NO_BYTES : utf8(message.topic());
        return assemble(message, packetIdentifier, duplicate, topic, properties(message, alias));
    }

    private static byte[] assemble(
            OutgoingMessage message,
            int packetIdentifier,
            boolean duplicate,
            byte[] topic,
            byte @Nullable [] properties) {
        byte[] payload = message.payload();
        int propertyBytes = properties == null ? 0 : variableIntegerBytes(properties.length) + properties.length;
        int remainingLength = 2 + topic.length + (message.qos() > 0 ? 2 : 0) + propertyBytes + payload.length;
        ByteBuffer packet = ByteBuffer.allocate(1 + variableIntegerBytes(remainingLength) + remainingLength);
        packet.put((byte) (PUBLISH | (duplicate ? DUP : 0) | message.qos() << 1 | (message.retain() ? RETAIN : 0)));
        putVariableInteger(packet, remainingLength);
        putBinary(packet, topic);
        if (message.qos() > 0) {
            packet.putShort((short) packetIdentifier);
        }
        if (properties != null) {
            putVariableInteger(packet, properties.length);
            packet.put(properties);
        }
        packet.put(payload);
        return packet.array();
    }

    private static byte[] properties(OutgoingMessage message, int alias) {
        ByteBuffer properties = ByteBuffer.allocate(propertyBytesAtMost(message));
        if (message.payloadIsUtf8()) {
            properties.put((byte) PAYLOAD_FORMAT).put((byte) 1);
        }
        if (message.messageExpiryS() >= 0) {
            properties.put((byte) MESSAGE_EXPIRY).putInt((int) message.messageExpiryS());
        }
        if (alias != NO_ALIAS) {
            properties.put((byte) TOPIC_ALIAS).putShort((short) alias);
        }
        putText(properties, CONTENT_TYPE, message.contentType());
        putText(properties, RESPONSE_TOPIC, message.responseTopic());
        byte[] correlationData = message.correlationData();
        if (correlationData != null) {
            putBinary(properties.put((byte) CORRELATION_DATA), correlationData);
        }
        for (UserProperty property : message.userProperties()) {
            putBinary(properties.put((byte) USER_PROPERTY), utf8(property.name()));
            putBinary(properties, utf8(property.value()));
        }
        byte[] exact = new byte[properties.position()];
        properties.flip().get(exact);
        return exact;
    }

    private static int propertyBytesAtMost(OutgoingMessage message) {
        int fixedBytes = 2 + 5 + 3;
        int bytes = fixedBytes + textBytesAtMost(message.contentType()) + textBytesAtMost(message.responseTopic());
        byte[] correlationData = message.correlationData();
        bytes += correlationData == null ? 0 : 3 + correlationData.length;
        for (UserProperty property : message.userProperties()) {
            bytes += textBytesAtMost(property.name()) + textBytesAtMost(property.value());
        }
        return bytes;
    }

    private static int textBytesAtMost(@Nullable String text) {
        int longestUtf8Bytes = 3;
        return text == null ? 0 : 3 + longestUtf8Bytes * text.length();
    }

    private static void putText(ByteBuffer buffer, int propertyIdentifier, @Nullable String text) {
        if (text != null) {
            putBinary(buffer.put((byte) propertyIdentifier), utf8(text));
        }
    }

    private static void putBinary(ByteBuffer buffer, byte[] bytes) {
        buffer.putShort((short) bytes.length).put(bytes);
    }

    private static void putVariableInteger(ByteBuffer buffer, int value) {
        int rest = value;
        while (rest > 0x7F) {
            buffer.put((byte) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    private static int variableIntegerBytes(int value) {
        return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
