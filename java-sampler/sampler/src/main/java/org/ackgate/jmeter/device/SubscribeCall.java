package org.ackgate.jmeter.device;

import java.util.List;
import org.ackgate.session.TopicSubscription;

/** One SUBSCRIBE as an element asked for it, kept so that a reconnect can repeat it. */
public final class SubscribeCall {
    private final String label;
    private final List<TopicSubscription> subscriptions;
    private final long timeoutMs;

    public SubscribeCall(String label, List<TopicSubscription> subscriptions, long timeoutMs) {
        this.label = label;
        this.subscriptions = List.copyOf(subscriptions);
        this.timeoutMs = timeoutMs;
    }

    /** Label of the element. */
    public String label() {
        return label;
    }

    public List<TopicSubscription> subscriptions() {
        return subscriptions;
    }

    public long timeoutMs() {
        return timeoutMs;
    }
}
