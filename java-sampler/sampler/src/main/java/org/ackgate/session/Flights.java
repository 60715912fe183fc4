package org.ackgate.session;

import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packet identifiers in use and what they stand for (MQTT 5, section 2.2.1). A publish stays here until its last
 * acknowledgement, however long, and across connections; subscribe and unsubscribe end with their connection.
 */
final class Flights {
    private static final int MAXIMUM_IDENTIFIER = 65_535;
    private static final int INITIAL_CAPACITY = 4;

    private final IntObjectHashMap<PendingCall> byIdentifier = new IntObjectHashMap<>(INITIAL_CAPACITY);
    private int publishes;
    private int lastIdentifier;
    private long sequence;
    private volatile long lateAcks;
    private volatile long unmatchedAcks;

    /** Takes an identifier for the publish, or returns false when {@code maximum} publishes are in flight. */
    synchronized boolean add(PublishFlight flight, int maximum) {
        if (!hasRoom(maximum)) {
            return false;
        }
        flight.assign(nextIdentifier(), sequence++);
        byIdentifier.put(flight.packetIdentifier(), flight);
        publishes++;
        return true;
    }

    /** Takes an identifier for a subscribe or unsubscribe, or returns false when all are in use. */
    synchronized boolean add(ControlCall call) {
        if (byIdentifier.size() >= MAXIMUM_IDENTIFIER) {
            return false;
        }
        call.packetIdentifier(nextIdentifier());
        byIdentifier.put(call.packetIdentifier(), call);
        return true;
    }

    synchronized boolean hasRoom(int maximum) {
        return publishes < maximum && byIdentifier.size() < MAXIMUM_IDENTIFIER;
    }

    synchronized int publishes() {
        return publishes;
    }

    /** The publish under this identifier when it awaits an acknowledgement of {@code qos}; counts a mismatch otherwise. */
    synchronized @Nullable PublishFlight find(int packetIdentifier, int qos) {
        PendingCall call = byIdentifier.get(packetIdentifier);
        if (call instanceof PublishFlight && ((PublishFlight) call).message().qos() == qos) {
            return (PublishFlight) call;
        }
        unmatchedAcks++;
        return null;
    }

    /** The control call under this identifier that awaits {@code kind}; counts a mismatch otherwise. */
    synchronized @Nullable ControlCall takeControl(int packetIdentifier, PacketKind kind) {
        PendingCall call = byIdentifier.get(packetIdentifier);
        if (call instanceof ControlCall && ((ControlCall) call).awaited() == kind) {
            byIdentifier.remove(packetIdentifier);
            return (ControlCall) call;
        }
        unmatchedAcks++;
        return null;
    }

    /**
     * Ends a flight with its last acknowledgement; one that nobody waits for any more counts as late when it succeeded.
     *
     * @return whether the call was still waiting
     */
    boolean finish(PublishFlight flight, Outcome outcome, long atNanoTime) {
        synchronized (this) {
            byIdentifier.remove(flight.packetIdentifier());
            publishes--;
        }
        boolean inTime = flight.complete(outcome, atNanoTime);
        if (!inTime && outcome.isOk()) {
            countLateAck();
        }
        return inTime;
    }

    /** Gives back the identifier of a publish that was not sent. */
    synchronized void withdraw(PublishFlight flight) {
        if (byIdentifier.remove(flight.packetIdentifier()) == flight) {
            publishes--;
        }
    }

    /** Publishes to send again, in their first order. */
    synchronized List<PublishFlight> unacknowledged() {
        List<PublishFlight> flights = new ArrayList<>();
        for (PendingCall call : byIdentifier.values()) {
            if (call instanceof PublishFlight) {
                flights.add((PublishFlight) call);
            }
        }
        flights.sort(Comparator.comparingLong(PublishFlight::sequence));
        return flights;
    }

    /** The broker has no session: nothing that was in flight will be acknowledged. */
    synchronized void clear() {
        byIdentifier.clear();
        publishes = 0;
    }

    /** Forgets subscribes and unsubscribes of a connection that ended. */
    synchronized void dropControls() {
        byIdentifier.values().removeIf(ControlCall.class::isInstance);
    }

    long lateAcks() {
        return lateAcks;
    }

    long unmatchedAcks() {
        return unmatchedAcks;
    }

    private synchronized void countLateAck() {
        lateAcks++;
    }

    private int nextIdentifier() {
        do {
            lastIdentifier = lastIdentifier % MAXIMUM_IDENTIFIER + 1;
        } while (byIdentifier.containsKey(lastIdentifier));
        return lastIdentifier;
    }
}
