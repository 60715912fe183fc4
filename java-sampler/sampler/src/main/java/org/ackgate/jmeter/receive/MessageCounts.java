package org.ackgate.jmeter.receive;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/** Counts under way; guarded by their recorder. */
final class MessageCounts {
    private static final int SIGNIFICANT_DIGITS = 3;

    long received = 0;
    long stamped = 0;
    long duplicate = 0;
    long reordered = 0;
    long negativeLatencies = 0;
    long payloadBytes = 0;

    @Nullable
    AbstractHistogram endToEndUs = null;

    byte @Nullable [] lastPayload = null;

    void latency(long latencyUs) {
        if (latencyUs < 0) {
            negativeLatencies++;
            return;
        }
        histogram().recordValue(latencyUs);
    }

    /** Takes over what another recorder counted before. */
    void add(MessageCounts other) {
        received += other.received;
        stamped += other.stamped;
        duplicate += other.duplicate;
        reordered += other.reordered;
        negativeLatencies += other.negativeLatencies;
        payloadBytes += other.payloadBytes;
        if (other.endToEndUs != null) {
            histogram().add(other.endToEndUs);
        }
        if (other.lastPayload != null) {
            lastPayload = other.lastPayload;
        }
    }

    /** Packed, because thousands of threads may hold one each. */
    private AbstractHistogram histogram() {
        AbstractHistogram histogram = endToEndUs;
        if (histogram == null) {
            histogram = new PackedHistogram(SIGNIFICANT_DIGITS);
            endToEndUs = histogram;
        }
        return histogram;
    }
}
