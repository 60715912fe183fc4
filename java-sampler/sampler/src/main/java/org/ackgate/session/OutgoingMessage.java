package org.ackgate.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message to publish. Build it once and send it as often as its content stays the same. */
public final class OutgoingMessage {
    private final String topic;
    private final byte[] payload;
    private final int qos;
    private final boolean retain;
    private final boolean payloadIsUtf8;
    private final long messageExpiryS;
    private final @Nullable String contentType;
    private final @Nullable String responseTopic;
    private final byte @Nullable [] correlationData;
    private final List<UserProperty> userProperties;

    private OutgoingMessage(Builder builder) {
        topic = builder.topic;
        payload = builder.payload;
        qos = builder.qos;
        retain = builder.retain;
        payloadIsUtf8 = builder.payloadIsUtf8;
        messageExpiryS = builder.messageExpiryS;
        contentType = builder.contentType;
        responseTopic = builder.responseTopic;
        correlationData = builder.correlationData;
        userProperties = builder.userProperties;
    }

    /** A builder; what is not set keeps the default named at its getter. */
    public static Builder builder(String topic, byte[] payload) {
        return new Builder(topic, payload);
    }

    /** Topic name, without wildcards. */
    public String topic() {
        return topic;
    }

    /** Not copied; it must not change until the publish call returns (with QoS 1 and 2: until it is acknowledged). */
    public byte[] payload() {
        return payload;
    }

    /** Default 0. */
    public int qos() {
        return qos;
    }

    /** Default false. */
    public boolean retain() {
        return retain;
    }

    /** MQTT 5 payload format indicator, default false. */
    public boolean payloadIsUtf8() {
        return payloadIsUtf8;
    }

    /** MQTT 5 message expiry interval, default -1: none. */
    public long messageExpiryS() {
        return messageExpiryS;
    }

    /** MQTT 5, default none. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** MQTT 5, default none. */
    public @Nullable String responseTopic() {
        return responseTopic;
    }

    /** MQTT 5, default none. Not copied. */
    public byte @Nullable [] correlationData() {
        return correlationData;
    }

    /** MQTT 5, default none. */
    public List<UserProperty> userProperties() {
        return userProperties;
    }

    /** A message without MQTT 5 properties. */
    public static OutgoingMessage of(String topic, byte[] payload, int qos, boolean retain) {
        return builder(topic, payload).qos(qos).retain(retain).build();
    }

    /** Builder of {@link OutgoingMessage}. */
    public static final class Builder {
        private final String topic;
        private final byte[] payload;
        private int qos = 0;
        private boolean retain = false;
        private boolean payloadIsUtf8 = false;
        private long messageExpiryS = -1;
        private @Nullable String contentType = null;
        private @Nullable String responseTopic = null;
        private byte @Nullable [] correlationData = null;
        private List<UserProperty> userProperties = List.of();

        private Builder(String topic, byte[] payload) {
            this.topic = topic;
            this.payload = payload;
        }

        public Builder qos(int value) {
            qos = value;
            return this;
        }

        public Builder retain(boolean value) {
            retain = value;
            return this;
        }

        public Builder payloadIsUtf8(boolean value) {
            payloadIsUtf8 = value;
            return this;
        }

        public Builder messageExpiryS(long value) {
            messageExpiryS = value;
            return this;
        }

        public Builder contentType(@Nullable String value) {
            contentType = value;
            return this;
        }

        public Builder responseTopic(@Nullable String value) {
            responseTopic = value;
            return this;
        }

        public Builder correlationData(byte @Nullable [] value) {
            correlationData = value;
            return this;
        }

        public Builder userProperties(List<UserProperty> value) {
            userProperties = List.copyOf(value);
            return this;
        }

        /**
         * The finished value.
         *
         * @throws InvalidInputException when a value is outside its range
         */
        public OutgoingMessage build() {
            Limits.topicName(topic);
            Limits.range("QoS", qos, 0, 2);
            Limits.unsignedInt("message expiry interval", messageExpiryS, -1);
            return new OutgoingMessage(this);
        }
    }
}
