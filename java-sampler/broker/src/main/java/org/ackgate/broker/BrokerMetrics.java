package org.ackgate.broker;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;

/**
 * The broker's cumulative counters at one instant.
 *
 * @param timeMs epoch time of the reading
 * @param publishReceived PUBLISH packets taken from clients since start
 * @param publishSent PUBLISH packets written towards clients since start (a client may not have read them)
 * @param publishDropped messages dropped since start, whatever the reason
 * @param clients connections open now
 * @param queuedBytes bytes held in the in-memory message queues now
 */
public record BrokerMetrics(
        long timeMs, long publishReceived, long publishSent, long publishDropped, long clients, long queuedBytes) {

    static BrokerMetrics read(final MetricRegistry registry) {
        return new BrokerMetrics(
                System.currentTimeMillis(),
                value(registry, "com.hivemq.messages.incoming.publish.count"),
                value(registry, "com.hivemq.messages.outgoing.publish.count"),
                value(registry, "com.hivemq.messages.dropped.count"),
                value(registry, "com.hivemq.networking.connections.current"),
                value(registry, "com.hivemq.persistence.queued-messages.in-memory.total-size"));
    }

    private static long value(final MetricRegistry registry, final String name) {
        final Metric metric = registry.getMetrics().get(name);
        if (metric instanceof Counter counter) {
            return counter.getCount();
        }
        if (metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalStateException("The broker has no counter named " + name + ".");
    }

    String toJson() {
        return "{\"time_ms\":%d,\"publish_received\":%d,\"publish_sent\":%d,\"publish_dropped\":%d,\"clients\":%d,\"queued_bytes\":%d}"
                .formatted(timeMs, publishReceived, publishSent, publishDropped, clients, queuedBytes);
    }
}
