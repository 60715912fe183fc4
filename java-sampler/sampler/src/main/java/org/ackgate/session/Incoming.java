package org.ackgate.session;

import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.util.collection.IntObjectHashMap;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The receiver's side of QoS 0 to 2 (MQTT 5, section 4.3), on the event loop. */
final class Incoming {
    private final SessionOptions options;
    private final Set<Integer> awaitingPubrel = new HashSet<>(0);
    private final IntObjectHashMap<String> topicByAlias = new IntObjectHashMap<>(1);
    private volatile @Nullable MessageSink sink;

    Incoming(SessionOptions options) {
        this.options = options;
    }

    void listener(MessageSink listener) {
        sink = listener;
    }

    /** The broker has no session: unfinished QoS 2 messages will not be finished. */
    void clear() {
        awaitingPubrel.clear();
    }

    /** Aliases belong to one connection. */
    void newConnection() {
        topicByAlias.clear();
    }

    /**
     * Hands a message over and answers it as its QoS asks.
     *
     * @return false when it names a topic alias that does not exist
     */
    boolean publish(Connection connection, MqttPublishMessage packet, long atNanoTime) {
        String topic = topicOf(packet);
        if (topic.isEmpty()) {
            return false;
        }
        int qos = packet.fixedHeader().qosLevel().value();
        int packetIdentifier = packet.variableHeader().packetId();
        if (qos < 2 || awaitingPubrel.add(packetIdentifier)) {
            deliver(packet, topic, atNanoTime);
        }
        if (qos == 1) {
            connection.answer(ControlPackets.puback(packetIdentifier));
        } else if (qos == 2) {
            connection.answer(ControlPackets.pubrec(packetIdentifier));
        }
        return true;
    }

    void pubrel(Connection connection, int packetIdentifier) {
        boolean known = awaitingPubrel.remove(packetIdentifier);
        boolean sayUnknown = !known && options.mqttVersion() == MqttVersion.V5;
        connection.answer(
                sayUnknown
                        ? ControlPackets.pubcompNotFound(packetIdentifier)
                        : ControlPackets.pubcomp(packetIdentifier));
    }

    private void deliver(MqttPublishMessage packet, String topic, long atNanoTime) {
        MessageSink listener = sink;
        if (listener != null) {
            listener.onMessage(new ReceivedMessage(packet, topic, atNanoTime));
        }
    }

    private String topicOf(MqttPublishMessage packet) {
        String topic = packet.variableHeader().topicName();
        int alias = Properties.integer(packet.variableHeader().properties(), MqttPropertyType.TOPIC_ALIAS, 0);
        if (alias == 0) {
            return topic;
        }
        if (alias > options.topicAliasMaximum()) {
            return "";
        }
        if (topic.isEmpty()) {
            return topicByAlias.getOrDefault(alias, "");
        }
        topicByAlias.put(alias, topic);
        return topic;
    }
}
