package org.ackgate.session;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PUBLISH from the broker. QoS 2 messages are handed over once, at their first PUBLISH. */
public interface IncomingMessage {
    /** Topic name; a topic alias is resolved already. */
    String topic();

    /** Read-only view of the payload, valid during {@link MessageSink#onMessage} only. */
    ByteBuffer payload();

    /** Payload size in bytes. */
    int payloadBytes();

    int qos();

    boolean retain();

    /** The DUP flag as received. */
    boolean duplicateFlag();

    /** MQTT 5 user properties in order; empty otherwise. */
    List<UserProperty> userProperties();

    /** MQTT 5 subscription identifiers; empty otherwise. */
    List<Integer> subscriptionIdentifiers();

    /** MQTT 5 content type. */
    @Nullable
    String contentType();

    /** MQTT 5 response topic. */
    @Nullable
    String responseTopic();

    /** MQTT 5 correlation data. */
    byte @Nullable [] correlationData();

    /** {@link System#nanoTime()} when the packet was decoded. */
    long decodeNanoTime();

    /** Wall clock when the packet was decoded, in microseconds since the epoch. */
    long decodeEpochUs();
}
