package org.ackgate.jmeter.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.jmeter.run.RunCounters;
import org.ackgate.session.MqttSession;
import org.ackgate.session.TopicSubscription;

/** One connection of a device: its session, what it subscribed to, and how far its publish sequences are. */
public final class DeviceConnection {
    private final MqttSession session;
    private final Map<String, SubscribeCall> subscribeCalls = new HashMap<>();
    private final Map<String, Integer> nextSequence = new HashMap<>();
    private int number = 0;
    private boolean released = false;
    private boolean failed = false;

    DeviceConnection(MqttSession session) {
        this.session = session;
    }

    public MqttSession session() {
        return session;
    }

    /** 1 for the first connection, 2 after the first reconnect, ...; 0 before the first. */
    public int number() {
        return number;
    }

    void connected(int connectionNumber) {
        number = connectionNumber;
        released = false;
        failed = false;
    }

    void connectFailed() {
        failed = true;
    }

    /** True when the last attempt to connect failed. */
    public boolean hasFailed() {
        return failed;
    }

    /** True after MQTT Disconnect: nothing reconnects then. */
    public boolean isReleased() {
        return released;
    }

    /** Says that MQTT Disconnect ended the connection. */
    public void release() {
        released = true;
        subscribeCalls.clear();
    }

    /** Keeps a SUBSCRIBE for a reconnect; a later one of the same element replaces it. */
    public void subscribed(SubscribeCall call) {
        subscribeCalls.put(call.label(), call);
    }

    /** Forgets these filters. */
    public void unsubscribed(List<String> topicFilters) {
        subscribeCalls.replaceAll((label, call) -> new SubscribeCall(
                label,
                call.subscriptions().stream()
                        .filter(subscription -> !topicFilters.contains(subscription.topicFilter()))
                        .collect(Collectors.toList()),
                call.timeoutMs()));
        subscribeCalls.values().removeIf(call -> call.subscriptions().isEmpty());
    }

    List<SubscribeCall> subscribeCalls() {
        return new ArrayList<>(subscribeCalls.values());
    }

    /** Topic filters subscribed now. */
    public List<TopicSubscription> subscriptions() {
        return subscribeCalls.values().stream()
                .flatMap(call -> call.subscriptions().stream())
                .collect(Collectors.toList());
    }

    /** The sequence number the next message of this topic carries. */
    public int sequenceOf(String topic) {
        return nextSequence.getOrDefault(topic, 1);
    }

    /** Takes that number: the message was handed to the broker, as far as is known. */
    public void sequenceUsed(String topic) {
        nextSequence.put(topic, sequenceOf(topic) + 1);
    }

    /** Closes the session, waiting for nothing, and adds what it counted to the run's counters. */
    void close() {
        RunCounters counters = RunContext.current().counters();
        counters.lateAcks().add(session.lateAcks());
        counters.unmatchedAcks().add(session.unmatchedAcks());
        counters.inFlightAtEnd().add(session.inFlight());
        session.close();
    }
}
