package org.ackgate.jmeter.receive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ackgate.jmeter.payload.MessageStamp;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.jmeter.run.RunCounters;
import org.ackgate.session.IncomingMessage;
import org.ackgate.session.MessageSink;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one JMeter thread to the receive windows they belong to, and counts those that belong to none.
 *
 * <p>Counting starts with the subscription, so what arrives before the first window is in it.
 */
public final class MessageLedger implements MessageSink {
    private static final String ALL = "";

    private final Runnable wake;
    private final RunCounters counters = RunContext.current().counters();
    private final SharedGroups groups = RunContext.current().shared(SharedGroups.class, SharedGroups::new);
    private final Map<String, Route> routes = new LinkedHashMap<>();
    private final List<TopicFilter> shared = new ArrayList<>();
    private long unread = 0;
    private long wakeAtReceived = Long.MAX_VALUE;

    /** A ledger that says through {@code wake} that a wait for a count may be over. */
    public MessageLedger(Runnable wake) {
        this.wake = wake;
    }

    /** Starts to count a subscribed filter. */
    public synchronized void subscribed(String topicFilter) {
        TopicFilter filter = new TopicFilter(topicFilter);
        if (filter.isShared() && shared.stream().noneMatch(known -> known.text().equals(topicFilter))) {
            shared.add(filter);
        }
        if (!routes.containsKey(ALL)) {
            routes.computeIfAbsent(topicFilter, absent -> new Route(filter, new MessageRecorder(groups)));
        }
    }

    /** The recorder of a receive element's filter, empty for all messages; what was counted for it before is in it. */
    public synchronized MessageRecorder claim(String topicFilter) {
        Route route = routes.get(topicFilter);
        if (route == null) {
            route = new Route(topicFilter.isEmpty() ? null : new TopicFilter(topicFilter), new MessageRecorder(groups));
            if (topicFilter.isEmpty()) {
                takeOverUnclaimed(route.recorder);
            }
            routes.put(topicFilter, route);
        }
        route.claimed = true;
        return route.recorder;
    }

    /** From now on wakes the thread when any recorder has so many messages. */
    public synchronized void wakeAt(long received) {
        wakeAtReceived = received;
    }

    @Override
    public synchronized void onMessage(IncomingMessage message) {
        MessageStamp stamp = MessageStamp.of(message);
        if (stamp == null) {
            counters.unstampedMessages().increment();
        } else if (!message.retain() && message.decodeEpochUs() < stamp.sendEpochUs()) {
            counters.negativeLatencies().increment();
        }
        boolean counted = false;
        for (Route route : routes.values()) {
            if (route.matches(message.topic())) {
                route.recorder.record(message, stamp, route.sharedFor(message.topic(), shared));
                counted = true;
                if (route.recorder.received() >= wakeAtReceived) {
                    wake.run();
                }
            }
        }
        unread += counted ? 0 : 1;
    }

    /** Ends the ledger: what no window took is counted as unread. */
    public synchronized void close() {
        long left = routes.values().stream()
                .mapToLong(route -> route.recorder.received())
                .sum();
        counters.unreadMessages().add(unread + left);
        routes.clear();
    }

    private void takeOverUnclaimed(MessageRecorder all) {
        routes.values().removeIf(route -> {
            if (!route.claimed) {
                all.takeOver(route.recorder);
            }
            return !route.claimed;
        });
    }

    private static final class Route {
        private final @Nullable TopicFilter filter;
        private final MessageRecorder recorder;
        private boolean claimed = false;

        Route(@Nullable TopicFilter filter, MessageRecorder recorder) {
            this.filter = filter;
            this.recorder = recorder;
        }

        boolean matches(String topic) {
            return filter == null || filter.matches(topic);
        }

        @Nullable
        TopicFilter sharedFor(String topic, List<TopicFilter> shared) {
            if (filter != null) {
                return filter.isShared() ? filter : null;
            }
            return shared.stream()
                    .filter(candidate -> candidate.matches(topic))
                    .findFirst()
                    .orElse(null);
        }
    }
}
