package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.seconds;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;

/**
 * Publishes of many threads to a broker that holds each PUBACK back for 50 ms and notes for how long it really did: what
 * a recorded time holds beyond that is the way through both sockets, the broker's thread and the decoder.
 */
final class DecodeTiming {
    static final int HOLD_MS = 50;
    private static final long NANOS_PER_US = 1_000;

    /** Held times in microseconds by connection, in the order of the publishes. */
    private final ConcurrentHashMap<Integer, Queue<Long>> heldUs = new ConcurrentHashMap<>();

    /** One acknowledged publish. */
    static final class Sample {
        private final long recordedUs;
        private final long heldUs;
        private final double wakeUpUs;

        Sample(long recordedUs, long heldUs, double wakeUpUs) {
            this.recordedUs = recordedUs;
            this.heldUs = heldUs;
            this.wakeUpUs = wakeUpUs;
        }

        /** What the session recorded beyond what the broker held. */
        double beyondUs() {
            return recordedUs - heldUs;
        }

        /** From the decode of PUBACK until the publishing thread ran again; in no recorded time. */
        double wakeUpUs() {
            return wakeUpUs;
        }
    }

    /** Runs {@code threads} connections, each with a thread that publishes so many messages one after the other. */
    static List<Sample> measure(int threads, int publishesEach) throws Exception {
        DecodeTiming timing = new DecodeTiming();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<MqttSession> sessions = new ArrayList<>();
        try (ScriptedBroker broker = ScriptedBroker.start(timing::hold)) {
            for (int i = 0; i < threads; i++) {
                sessions.add(connected(options(broker.port())));
            }
            List<Callable<List<PublishResult>>> publishers = new ArrayList<>();
            sessions.forEach(session -> publishers.add(() -> publish(session, publishesEach)));
            List<Sample> samples = new ArrayList<>();
            int connection = 0;
            for (Future<List<PublishResult>> results : pool.invokeAll(publishers)) {
                samples.addAll(timing.samples(++connection, results.get()));
            }
            broker.requireNoErrors();
            return samples;
        } finally {
            sessions.forEach(MqttSession::close);
            pool.shutdownNow();
        }
    }

    private void hold(ScriptedConnection connection) throws Exception {
        Queue<Long> held = heldUs.computeIfAbsent(connection.number(), number -> new ConcurrentLinkedQueue<>());
        connection.accept();
        while (true) {
            Packet packet = connection.readAnsweringPings();
            if (packet.type() == Packet.PUBLISH) {
                long arrivedNanos = System.nanoTime();
                Thread.sleep(HOLD_MS);
                held.add((System.nanoTime() - arrivedNanos) / NANOS_PER_US);
                connection.acknowledge(Packet.PUBACK, packet.packetIdentifier());
            }
        }
    }

    private static List<PublishResult> publish(MqttSession session, int count) {
        List<PublishResult> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            results.add(session.publish(message(1), seconds(30)));
        }
        return results;
    }

    private List<Sample> samples(int connection, List<PublishResult> results) {
        Queue<Long> held = heldUs.getOrDefault(connection, new ConcurrentLinkedQueue<>());
        List<Sample> samples = new ArrayList<>();
        for (PublishResult result : results) {
            if (!result.outcome().isOk()) {
                throw new AssertionError("publish failed: " + result.outcome());
            }
            samples.add(new Sample(result.ackUs(), held.remove(), (double) result.wakeUpLagNanos() / NANOS_PER_US));
        }
        return samples;
    }
}
