package org.ackgate.jmeter.receive;

import java.nio.ByteBuffer;
import java.util.List;
import org.ackgate.jmeter.payload.MessageStamp;
import org.ackgate.session.IncomingMessage;
import org.ackgate.session.UserProperty;
import org.jspecify.annotations.Nullable;

/** A message as the session would hand it over. */
final class ArrivedMessage implements IncomingMessage {
    private final String topic;
    private final byte[] payload;
    private final long decodeEpochUs;
    private final boolean retain;

    private ArrivedMessage(String topic, byte[] payload, long decodeEpochUs, boolean retain) {
        this.topic = topic;
        this.payload = payload;
        this.decodeEpochUs = decodeEpochUs;
        this.retain = retain;
    }

    static ArrivedMessage stamped(String topic, int sequence, long sentUs, long arrivedUs) {
        byte[] payload = new byte[MessageStamp.HEADER_BYTES];
        new MessageStamp(1, MessageStamp.publisherId("p", topic), sequence, sentUs).writeHeader(payload);
        return new ArrivedMessage(topic, payload, arrivedUs, false);
    }

    static ArrivedMessage plain(String topic, String text) {
        return new ArrivedMessage(topic, text.getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, false);
    }

    ArrivedMessage retained() {
        return new ArrivedMessage(topic, payload, decodeEpochUs, true);
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public ByteBuffer payload() {
        return ByteBuffer.wrap(payload).asReadOnlyBuffer();
    }

    @Override
    public int payloadBytes() {
        return payload.length;
    }

    @Override
    public int qos() {
        return 1;
    }

    @Override
    public boolean retain() {
        return retain;
    }

    @Override
    public boolean duplicateFlag() {
        return false;
    }

    @Override
    public List<UserProperty> userProperties() {
        return List.of();
    }

    @Override
    public List<Integer> subscriptionIdentifiers() {
        return List.of();
    }

    @Override
    public @Nullable String contentType() {
        return null;
    }

    @Override
    public @Nullable String responseTopic() {
        return null;
    }

    @Override
    public byte @Nullable [] correlationData() {
        return null;
    }

    @Override
    public long decodeNanoTime() {
        return System.nanoTime();
    }

    @Override
    public long decodeEpochUs() {
        return decodeEpochUs;
    }
}
