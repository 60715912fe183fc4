package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/** Limits and answers of a CONNACK; with 3.1.1 all but session present keep the protocol's defaults. */
public interface ServerGrants {
    boolean sessionPresent();

    /** CONNACK return or reason code; -1 before a CONNACK came. */
    int reasonCode();

    /** MQTT 5 reason string. */
    @Nullable
    String reasonString();

    /** The client identifier the broker assigned; null when ours is used. */
    @Nullable
    String assignedClientId();

    /** Keep alive in force: the broker's where it sets one, else the asked one. */
    int keepAliveS();

    /** Session expiry in force. */
    long sessionExpiryS();

    /** Publishes with QoS 1 and 2 the broker takes unacknowledged. */
    int receiveMaximum();

    /** Largest packet the broker accepts. */
    long maximumPacketSizeBytes();

    int topicAliasMaximum();

    int maximumQos();

    boolean retainAvailable();

    boolean sharedSubscriptionAvailable();

    boolean wildcardSubscriptionAvailable();
}
