package org.ackgate.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The will a broker publishes when this connection ends without DISCONNECT. */
public final class WillMessage {
    private final String topic;
    private final byte[] payload;
    private final int qos;
    private final boolean retain;
    private final long delayIntervalS;
    private final long messageExpiryS;
    private final @Nullable String contentType;
    private final @Nullable String responseTopic;
    private final byte @Nullable [] correlationData;
    private final List<UserProperty> userProperties;

    private WillMessage(Builder builder) {
        topic = builder.topic;
        payload = builder.payload;
        qos = builder.qos;
        retain = builder.retain;
        delayIntervalS = builder.delayIntervalS;
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

    public String topic() {
        return topic;
    }

    /** Not copied. */
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

    /** MQTT 5 will delay interval, default 0. */
    public long delayIntervalS() {
        return delayIntervalS;
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

    /** Builder of {@link WillMessage}. */
    public static final class Builder {
        private final String topic;
        private final byte[] payload;
        private int qos = 0;
        private boolean retain = false;
        private long delayIntervalS = 0;
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

        public Builder delayIntervalS(long value) {
            delayIntervalS = value;
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
        public WillMessage build() {
            Limits.topicName(topic);
            Limits.range("will QoS", qos, 0, 2);
            Limits.range("will payload bytes", payload.length, 0, 65_535);
            Limits.unsignedInt("will delay interval", delayIntervalS, 0);
            Limits.unsignedInt("will message expiry interval", messageExpiryS, -1);
            return new WillMessage(this);
        }
    }
}
