package org.ackgate.session;

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.BinaryProperty;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packets a client sends besides PUBLISH. */
final class ControlPackets {
    private static final byte[] PINGREQ = {(byte) 0xC0, 0};
    private static final byte[] DISCONNECT = {(byte) 0xE0, 0};

    private ControlPackets() {}

    static byte[] pingreq() {
        return PINGREQ;
    }

    static byte[] disconnect() {
        return DISCONNECT;
    }

    static byte[] puback(int packetIdentifier) {
        return reply(0x40, packetIdentifier);
    }

    static byte[] pubrec(int packetIdentifier) {
        return reply(0x50, packetIdentifier);
    }

    static byte[] pubrel(int packetIdentifier) {
        return reply(0x62, packetIdentifier);
    }

    static byte[] pubcomp(int packetIdentifier) {
        return reply(0x70, packetIdentifier);
    }

    /** PUBCOMP that says that no such message is known (MQTT 5). */
    static byte[] pubcompNotFound(int packetIdentifier) {
        byte[] known = pubcomp(packetIdentifier);
        return new byte[] {known[0], 3, known[2], known[3], (byte) ReasonCodes.PACKET_IDENTIFIER_NOT_FOUND};
    }

    static MqttConnectMessage connect(SessionOptions options, String clientId) {
        MqttMessageBuilders.ConnectBuilder connect = MqttMessageBuilders.connect()
                .protocolVersion(isV5(options) ? MqttVersion.MQTT_5 : MqttVersion.MQTT_3_1_1)
                .clientId(clientId)
                .cleanSession(options.cleanStart())
                .keepAlive(options.keepAliveS());
        if (options.username() != null) {
            connect.username(options.username());
        }
        if (options.password() != null) {
            connect.password(options.password());
        }
        if (isV5(options)) {
            connect.properties(connectProperties(options));
        }
        WillMessage will = options.will();
        if (will != null) {
            connect.willFlag(true)
                    .willTopic(will.topic())
                    .willMessage(will.payload())
                    .willQoS(MqttQoS.valueOf(will.qos()))
                    .willRetain(will.retain());
            connect.willProperties(isV5(options) ? willProperties(will) : MqttProperties.NO_PROPERTIES);
        }
        return connect.build();
    }

    static MqttSubscribeMessage subscribe(List<TopicSubscription> subscriptions, int packetIdentifier) {
        MqttMessageBuilders.SubscribeBuilder subscribe =
                MqttMessageBuilders.subscribe().messageId(packetIdentifier);
        for (TopicSubscription subscription : subscriptions) {
            subscribe.addSubscription(subscription.topicFilter(), option(subscription));
        }
        return subscribe.build();
    }

    static MqttUnsubscribeMessage unsubscribe(List<String> topicFilters, int packetIdentifier) {
        MqttMessageBuilders.UnsubscribeBuilder unsubscribe =
                MqttMessageBuilders.unsubscribe().messageId(packetIdentifier);
        topicFilters.forEach(unsubscribe::addTopicFilter);
        return unsubscribe.build();
    }

    private static byte[] reply(int firstByte, int packetIdentifier) {
        return new byte[] {(byte) firstByte, 2, (byte) (packetIdentifier >> 8), (byte) packetIdentifier};
    }

    private static boolean isV5(SessionOptions options) {
        return options.mqttVersion() == org.ackgate.session.MqttVersion.V5;
    }

    private static MqttSubscriptionOption option(TopicSubscription subscription) {
        return new MqttSubscriptionOption(
                MqttQoS.valueOf(subscription.qos()),
                subscription.noLocal(),
                subscription.retainAsPublished(),
                RetainedHandlingPolicy.valueOf(subscription.retainHandling()));
    }

    private static MqttProperties connectProperties(SessionOptions options) {
        MqttProperties properties = new MqttProperties();
        int protocolReceiveMaximum = 65_535;
        addInt(properties, MqttPropertyType.SESSION_EXPIRY_INTERVAL, options.sessionExpiryS(), 0);
        addInt(properties, MqttPropertyType.RECEIVE_MAXIMUM, options.receiveMaximum(), protocolReceiveMaximum);
        long limit = options.maximumPacketSizeBytes();
        addInt(properties, MqttPropertyType.MAXIMUM_PACKET_SIZE, limit, ServerAnswer.PROTOCOL_MAXIMUM_PACKET_BYTES);
        addInt(properties, MqttPropertyType.TOPIC_ALIAS_MAXIMUM, options.topicAliasMaximum(), 0);
        addInt(
                properties,
                MqttPropertyType.REQUEST_PROBLEM_INFORMATION,
                options.requestProblemInformation() ? 1 : 0,
                1);
        addUserProperties(properties, options.userProperties());
        return properties;
    }

    private static MqttProperties willProperties(WillMessage will) {
        MqttProperties properties = new MqttProperties();
        addInt(properties, MqttPropertyType.WILL_DELAY_INTERVAL, will.delayIntervalS(), 0);
        addInt(properties, MqttPropertyType.PUBLICATION_EXPIRY_INTERVAL, will.messageExpiryS(), -1);
        addText(properties, MqttPropertyType.CONTENT_TYPE, will.contentType());
        addText(properties, MqttPropertyType.RESPONSE_TOPIC, will.responseTopic());
        byte[] correlationData = will.correlationData();
        if (correlationData != null) {
            properties.add(new BinaryProperty(MqttPropertyType.CORRELATION_DATA.value(), correlationData));
        }
        addUserProperties(properties, will.userProperties());
        return properties;
    }

    private static void addInt(MqttProperties properties, MqttPropertyType type, long value, long absentValue) {
        if (value != absentValue) {
            properties.add(new IntegerProperty(type.value(), (int) value));
        }
    }

    private static void addText(MqttProperties properties, MqttPropertyType type, @Nullable String value) {
        if (value != null) {
            properties.add(new StringProperty(type.value(), value));
        }
    }

    private static void addUserProperties(MqttProperties properties, List<UserProperty> userProperties) {
        for (UserProperty property : userProperties) {
            properties.add(new MqttProperties.UserProperty(property.name(), property.value()));
        }
    }
}
