package org.ackgate.session;

import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnAckVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import org.jspecify.annotations.Nullable;

/** A CONNACK as read, laid over what the client asked for. */
final class ServerAnswer implements ServerGrants {
    /** Largest packet the length field can tell: 268,435,455 and a five-byte header. */
    static final long PROTOCOL_MAXIMUM_PACKET_BYTES = 268_435_460L;

    private static final int PROTOCOL_MAXIMUM = 65_535;
    private static final long UNSIGNED_INT = 0xFFFF_FFFFL;

    private final boolean sessionPresent;
    private final int reasonCode;
    private final MqttProperties properties;
    private final SessionOptions asked;

    private ServerAnswer(boolean sessionPresent, int reasonCode, MqttProperties properties, SessionOptions asked) {
        this.sessionPresent = sessionPresent;
        this.reasonCode = reasonCode;
        this.properties = properties;
        this.asked = asked;
    }

    /** The state before any CONNACK. */
    static ServerAnswer none(SessionOptions asked) {
        return new ServerAnswer(false, -1, MqttProperties.NO_PROPERTIES, asked);
    }

    static ServerAnswer of(MqttConnAckMessage connack, SessionOptions asked) {
        MqttConnAckVariableHeader header = connack.variableHeader();
        int code = header.connectReturnCode().byteValue() & 0xFF;
        return new ServerAnswer(header.isSessionPresent(), code, header.properties(), asked);
    }

    @Override
    public boolean sessionPresent() {
        return sessionPresent;
    }

    @Override
    public int reasonCode() {
        return reasonCode;
    }

    @Override
    public @Nullable String reasonString() {
        return Properties.text(properties, MqttPropertyType.REASON_STRING);
    }

    @Override
    public @Nullable String assignedClientId() {
        return Properties.text(properties, MqttPropertyType.ASSIGNED_CLIENT_IDENTIFIER);
    }

    @Override
    public int keepAliveS() {
        return integer(MqttPropertyType.SERVER_KEEP_ALIVE, asked.keepAliveS());
    }

    @Override
    public long sessionExpiryS() {
        return integer(MqttPropertyType.SESSION_EXPIRY_INTERVAL, (int) asked.sessionExpiryS()) & UNSIGNED_INT;
    }

    @Override
    public int receiveMaximum() {
        return integer(MqttPropertyType.RECEIVE_MAXIMUM, PROTOCOL_MAXIMUM);
    }

    @Override
    public long maximumPacketSizeBytes() {
        int none = (int) PROTOCOL_MAXIMUM_PACKET_BYTES;
        return integer(MqttPropertyType.MAXIMUM_PACKET_SIZE, none) & UNSIGNED_INT;
    }

    @Override
    public int topicAliasMaximum() {
        return integer(MqttPropertyType.TOPIC_ALIAS_MAXIMUM, 0);
    }

    @Override
    public int maximumQos() {
        return integer(MqttPropertyType.MAXIMUM_QOS, 2);
    }

    @Override
    public boolean retainAvailable() {
        return integer(MqttPropertyType.RETAIN_AVAILABLE, 1) != 0;
    }

    @Override
    public boolean sharedSubscriptionAvailable() {
        return integer(MqttPropertyType.SHARED_SUBSCRIPTION_AVAILABLE, 1) != 0;
    }

    @Override
    public boolean wildcardSubscriptionAvailable() {
        return integer(MqttPropertyType.WILDCARD_SUBSCRIPTION_AVAILABLE, 1) != 0;
    }

    private int integer(MqttPropertyType type, int absentValue) {
        return Properties.integer(properties, type, absentValue);
    }
}
