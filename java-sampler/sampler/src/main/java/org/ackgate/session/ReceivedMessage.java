package org.ackgate.session;

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An incoming message over the decoded packet. */
final class ReceivedMessage implements IncomingMessage {
    private final MqttPublishMessage packet;
    private final String topic;
    private final long decodeNanoTime;
    private final long decodeEpochUs = WallClock.epochUs();

    ReceivedMessage(MqttPublishMessage packet, String topic, long decodeNanoTime) {
        this.packet = packet;
        this.topic = topic;
        this.decodeNanoTime = decodeNanoTime;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public ByteBuffer payload() {
        return packet.payload().nioBuffer().asReadOnlyBuffer();
    }

    @Override
    public int payloadBytes() {
        return packet.payload().readableBytes();
    }

    @Override
    public int qos() {
        return packet.fixedHeader().qosLevel().value();
    }

    @Override
    public boolean retain() {
        return packet.fixedHeader().isRetain();
    }

    @Override
    public boolean duplicateFlag() {
        return packet.fixedHeader().isDup();
    }

    @Override
    public List<UserProperty> userProperties() {
        return Properties.userProperties(properties());
    }

    @Override
    public List<Integer> subscriptionIdentifiers() {
        return Properties.integers(properties(), MqttPropertyType.SUBSCRIPTION_IDENTIFIER);
    }

    @Override
    public @Nullable String contentType() {
        return Properties.text(properties(), MqttPropertyType.CONTENT_TYPE);
    }

    @Override
    public @Nullable String responseTopic() {
        return Properties.text(properties(), MqttPropertyType.RESPONSE_TOPIC);
    }

    @Override
    public byte @Nullable [] correlationData() {
        return Properties.bytes(properties(), MqttPropertyType.CORRELATION_DATA);
    }

    @Override
    public long decodeNanoTime() {
        return decodeNanoTime;
    }

    @Override
    public long decodeEpochUs() {
        return decodeEpochUs;
    }

    private MqttProperties properties() {
        return packet.variableHeader().properties();
    }
}
