package org.ackgate.jmeter.receive;

import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/** What one receive window counted. */
public final class WindowCounts {
    private final long received;
    private final long stamped;
    private final boolean hasSequences;
    private final long lost;
    private final long duplicate;
    private final long reordered;
    private final long negativeLatencies;
    private final long payloadBytes;
    private final @Nullable AbstractHistogram endToEndUs;
    private final byte @Nullable [] lastPayload;

    WindowCounts(MessageCounts counts, boolean hasSequences, long lost) {
        received = counts.received;
        stamped = counts.stamped;
        this.hasSequences = hasSequences;
        this.lost = lost;
        duplicate = counts.duplicate;
        reordered = counts.reordered;
        negativeLatencies = counts.negativeLatencies;
        payloadBytes = counts.payloadBytes;
        endToEndUs = counts.endToEndUs;
        lastPayload = counts.lastPayload;
    }

    public long received() {
        return received;
    }

    /** Messages that carried a stamp. */
    public long stamped() {
        return stamped;
    }

    /** Whether lost, duplicate and reordered mean anything: stamps were seen and no other process shares the group. */
    public boolean hasSequences() {
        return hasSequences;
    }

    public long lost() {
        return lost;
    }

    public long duplicate() {
        return duplicate;
    }

    public long reordered() {
        return reordered;
    }

    /** Messages that arrived before they were sent, by the two clocks; in no histogram. */
    public long negativeLatencies() {
        return negativeLatencies;
    }

    public long payloadBytes() {
        return payloadBytes;
    }

    /** End-to-end latencies in microseconds; null when none was measured. */
    public @Nullable AbstractHistogram endToEndUs() {
        return endToEndUs;
    }

    /** Payload of the last message where it is kept. */
    public byte @Nullable [] lastPayload() {
        return lastPayload;
    }
}
