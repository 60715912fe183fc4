package org.ackgate.jmeter.run;

import java.util.concurrent.atomic.LongAdder;

/** What a run counts outside the rows. Thread-safe. */
public final class RunCounters {
    private final LongAdder lateAcks = new LongAdder();
    private final LongAdder unmatchedAcks = new LongAdder();
    private final LongAdder unreadMessages = new LongAdder();
    private final LongAdder negativeLatencies = new LongAdder();
    private final LongAdder unstampedMessages = new LongAdder();
    private final LongAdder sentQos0 = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder connectionsOpened = new LongAdder();
    private final LongAdder connectionsLost = new LongAdder();
    private final LongAdder inFlightAtEnd = new LongAdder();
    private final LongAdder[] cut = new LongAdder[Operation.values().length];

    RunCounters() {
        for (int i = 0; i < cut.length; i++) {
            cut[i] = new LongAdder();
        }
    }

    /** Acknowledgements of publishes that had timed out or been cut before. */
    public LongAdder lateAcks() {
        return lateAcks;
    }

    /** Acknowledgements for packet identifiers that were not in flight. */
    public LongAdder unmatchedAcks() {
        return unmatchedAcks;
    }

    /** Messages that no receive window reported. */
    public LongAdder unreadMessages() {
        return unreadMessages;
    }

    /** Messages that arrived before they were sent, by the two clocks. */
    public LongAdder negativeLatencies() {
        return negativeLatencies;
    }

    /** Messages without a stamp. */
    public LongAdder unstampedMessages() {
        return unstampedMessages;
    }

    /** QoS 0 publishes written. */
    public LongAdder sentQos0() {
        return sentQos0;
    }

    /** QoS 1 and 2 publishes acknowledged without an error code. */
    public LongAdder acknowledged() {
        return acknowledged;
    }

    public LongAdder connectionsOpened() {
        return connectionsOpened;
    }

    public LongAdder connectionsLost() {
        return connectionsLost;
    }

    /** Publishes without acknowledgement when their connection was closed. */
    public LongAdder inFlightAtEnd() {
        return inFlightAtEnd;
    }

    /** Calls of this kind that the scheduled end or a stop cut. */
    public LongAdder cut(Operation operation) {
        return cut[operation.ordinal()];
    }
}
