package org.ackgate.session;

/** One topic filter of a SUBSCRIBE packet; the last three fields exist in MQTT 5 only. */
public final class TopicSubscription {
    private final String topicFilter;
    private final int qos;
    private final boolean noLocal;
    private final boolean retainAsPublished;
    private final int retainHandling;

    private TopicSubscription(Builder builder) {
        topicFilter = builder.topicFilter;
        qos = builder.qos;
        noLocal = builder.noLocal;
        retainAsPublished = builder.retainAsPublished;
        retainHandling = builder.retainHandling;
    }

    /** A builder; what is not set keeps the default named at its getter. */
    public static Builder builder(String topicFilter, int qos) {
        return new Builder(topicFilter, qos);
    }

    /** Topic filter, e.g. {@code $share/backend/device/+/telemetry}. */
    public String topicFilter() {
        return topicFilter;
    }

    /** Maximum QoS asked for, 0 to 2. */
    public int qos() {
        return qos;
    }

    /** Default false. */
    public boolean noLocal() {
        return noLocal;
    }

    /** Default false. */
    public boolean retainAsPublished() {
        return retainAsPublished;
    }

    /** 0 to 2, default 0: retained messages are sent at subscribe. */
    public int retainHandling() {
        return retainHandling;
    }

    /** A filter with the given QoS and defaults otherwise. */
    public static TopicSubscription of(String topicFilter, int qos) {
        return builder(topicFilter, qos).build();
    }

    /** Builder of {@link TopicSubscription}. */
    public static final class Builder {
        private final String topicFilter;
        private final int qos;
        private boolean noLocal = false;
        private boolean retainAsPublished = false;
        private int retainHandling = 0;

        private Builder(String topicFilter, int qos) {
            this.topicFilter = topicFilter;
            this.qos = qos;
        }

        public Builder noLocal(boolean value) {
            noLocal = value;
            return this;
        }

        public Builder retainAsPublished(boolean value) {
            retainAsPublished = value;
            return this;
        }

        public Builder retainHandling(int value) {
            retainHandling = value;
            return this;
        }

        /**
         * The finished value.
         *
         * @throws InvalidInputException when a value is outside its range
         */
        public TopicSubscription build() {
            Limits.filter(topicFilter);
            Limits.range("QoS", qos, 0, 2);
            Limits.range("retain handling", retainHandling, 0, 2);
            return new TopicSubscription(this);
        }
    }
}
