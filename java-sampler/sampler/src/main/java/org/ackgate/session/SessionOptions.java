package org.ackgate.session;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ackgate.session.tls.TlsOptions;
import org.jspecify.annotations.Nullable;

/** Everything a session needs to connect. {@link #toString()} never shows the password. */
public final class SessionOptions {
    private final BrokerUri brokerUri;
    private final String clientId;
    private final MqttVersion mqttVersion;
    private final @Nullable String username;
    private final byte @Nullable [] password;
    private final boolean cleanStart;
    private final long sessionExpiryS;
    private final int keepAliveS;
    private final int receiveMaximum;
    private final long maximumPacketSizeBytes;
    private final int topicAliasMaximum;
    private final boolean topicAliasOutbound;
    private final boolean requestProblemInformation;
    private final List<UserProperty> userProperties;
    private final @Nullable WillMessage will;
    private final List<UserProperty> webSocketHeaders;
    private final @Nullable String localAddress;
    private final TlsOptions tls;
    private final int sendMaximum;
    private final int pingWaitMs;

    private SessionOptions(Builder builder) {
        brokerUri = builder.brokerUri;
        clientId = builder.clientId;
        mqttVersion = builder.mqttVersion;
        username = builder.username;
        password = builder.password;
        cleanStart = builder.cleanStart;
        sessionExpiryS = builder.sessionExpiryS;
        keepAliveS = builder.keepAliveS;
        receiveMaximum = builder.receiveMaximum;
        maximumPacketSizeBytes = builder.maximumPacketSizeBytes;
        topicAliasMaximum = builder.topicAliasMaximum;
        topicAliasOutbound = builder.topicAliasOutbound;
        requestProblemInformation = builder.requestProblemInformation;
        userProperties = builder.userProperties;
        will = builder.will;
        webSocketHeaders = builder.webSocketHeaders;
        localAddress = builder.localAddress;
        tls = builder.tls;
        sendMaximum = builder.sendMaximum;
        pingWaitMs = builder.pingWaitMs;
    }

    /** A builder; what is not set keeps the default named at its getter. */
    public static Builder builder(BrokerUri brokerUri, String clientId) {
        return new Builder(brokerUri, clientId);
    }

    public BrokerUri brokerUri() {
        return brokerUri;
    }

    /** Client identifier; empty asks the broker to assign one. */
    public String clientId() {
        return clientId;
    }

    /** Default 3.1.1. */
    public MqttVersion mqttVersion() {
        return mqttVersion;
    }

    /** Default none. */
    public @Nullable String username() {
        return username;
    }

    /** Default none. */
    public byte @Nullable [] password() {
        return password;
    }

    /** Default true (clean session in 3.1.1). A reconnect of the same session object uses it too. */
    public boolean cleanStart() {
        return cleanStart;
    }

    /** MQTT 5 session expiry interval, default 0; 4294967295 never expires. */
    public long sessionExpiryS() {
        return sessionExpiryS;
    }

    /** Default 60; 0 switches keep alive off. */
    public int keepAliveS() {
        return keepAliveS;
    }

    /** QoS 1 and 2 messages this client takes unacknowledged (MQTT 5), default 65535. */
    public int receiveMaximum() {
        return receiveMaximum;
    }

    /** Largest packet this client accepts (told to an MQTT 5 broker), default the protocol limit. */
    public long maximumPacketSizeBytes() {
        return maximumPacketSizeBytes;
    }

    /** Topic aliases the broker may use towards this client (MQTT 5), default 0. */
    public int topicAliasMaximum() {
        return topicAliasMaximum;
    }

    /** Use topic aliases towards the broker as far as it grants them (MQTT 5), default true. */
    public boolean topicAliasOutbound() {
        return topicAliasOutbound;
    }

    /** Ask for reason strings (MQTT 5), default true. */
    public boolean requestProblemInformation() {
        return requestProblemInformation;
    }

    /** MQTT 5 user properties of CONNECT, default none. */
    public List<UserProperty> userProperties() {
        return userProperties;
    }

    /** Default none. */
    public @Nullable WillMessage will() {
        return will;
    }

    /** HTTP headers of the WebSocket upgrade, default none. */
    public List<UserProperty> webSocketHeaders() {
        return webSocketHeaders;
    }

    /** Source IP address, default chosen by the system. */
    public @Nullable String localAddress() {
        return localAddress;
    }

    /** Default: the JVM trust store, verification on. */
    public TlsOptions tls() {
        return tls;
    }

    /** Publishes in flight at most; with MQTT 5 the lower of this and the broker's receive maximum rules. Default 65535. */
    public int sendMaximum() {
        return sendMaximum;
    }

    /** After CONNACK one PINGREQ is timed; how long connect waits for its answer at most, default 1000; 0: do not wait, -1: do not send. */
    public int pingWaitMs() {
        return pingWaitMs;
    }

    @Override
    public String toString() {
        return "SessionOptions[" + brokerUri + ", client identifier '" + clientId + "', MQTT " + mqttVersion + "]";
    }

    public static final class Builder {
        private final BrokerUri brokerUri;
        private final String clientId;
        private MqttVersion mqttVersion = MqttVersion.V3_1_1;
        private @Nullable String username = null;
        private byte @Nullable [] password = null;
        private boolean cleanStart = true;
        private long sessionExpiryS = 0;
        private int keepAliveS = 60;
        private int receiveMaximum = 65_535;
        private long maximumPacketSizeBytes = 268_435_460;
        private int topicAliasMaximum = 0;
        private boolean topicAliasOutbound = true;
        private boolean requestProblemInformation = true;
        private List<UserProperty> userProperties = List.of();
        private @Nullable WillMessage will = null;
        private List<UserProperty> webSocketHeaders = List.of();
        private @Nullable String localAddress = null;
        private TlsOptions tls = TlsOptions.DEFAULT;
        private int sendMaximum = 65_535;
        private int pingWaitMs = 1_000;

        private Builder(BrokerUri brokerUri, String clientId) {
            this.brokerUri = brokerUri;
            this.clientId = clientId;
        }

        public Builder mqttVersion(MqttVersion value) {
            mqttVersion = value;
            return this;
        }

        public Builder username(@Nullable String value) {
            username = value;
            return this;
        }

        public Builder password(byte @Nullable [] value) {
            password = value;
            return this;
        }

        /** Password as UTF-8 text; null for none. */
        public Builder password(@Nullable String value) {
            password = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
            return this;
        }

        public Builder cleanStart(boolean value) {
            cleanStart = value;
            return this;
        }

        public Builder sessionExpiryS(long value) {
            sessionExpiryS = value;
            return this;
        }

        public Builder keepAliveS(int value) {
            keepAliveS = value;
            return this;
        }

        public Builder receiveMaximum(int value) {
            receiveMaximum = value;
            return this;
        }

        public Builder maximumPacketSizeBytes(long value) {
            maximumPacketSizeBytes = value;
            return this;
        }

        public Builder topicAliasMaximum(int value) {
            topicAliasMaximum = value;
            return this;
        }

        public Builder topicAliasOutbound(boolean value) {
            topicAliasOutbound = value;
            return this;
        }

        public Builder requestProblemInformation(boolean value) {
            requestProblemInformation = value;
            return this;
        }

        public Builder userProperties(List<UserProperty> value) {
            userProperties = List.copyOf(value);
            return this;
        }

        public Builder will(@Nullable WillMessage value) {
            will = value;
            return this;
        }

        public Builder webSocketHeaders(List<UserProperty> value) {
            webSocketHeaders = List.copyOf(value);
            return this;
        }

        public Builder localAddress(@Nullable String value) {
            localAddress = value;
            return this;
        }

        public Builder tls(TlsOptions value) {
            tls = value;
            return this;
        }

        public Builder sendMaximum(int value) {
            sendMaximum = value;
            return this;
        }

        public Builder pingWaitMs(int value) {
            pingWaitMs = value;
            return this;
        }

        /** The finished value; throws {@link InvalidInputException} when a value is outside its range. */
        public SessionOptions build() {
            Limits.utf8("client identifier", clientId);
            Limits.range("keep alive in s", keepAliveS, 0, 65_535);
            Limits.unsignedInt("session expiry interval in s", sessionExpiryS, 0);
            Limits.range("receive maximum", receiveMaximum, 1, 65_535);
            Limits.unsignedInt("maximum packet size in bytes", maximumPacketSizeBytes, 1);
            Limits.range("topic alias maximum", topicAliasMaximum, 0, 65_535);
            Limits.range("send maximum", sendMaximum, 1, 65_535);
            Limits.range("ping wait in ms", pingWaitMs, -1, 60_000);
            Limits.password(mqttVersion, username, password);
            return new SessionOptions(this);
        }
    }
}
