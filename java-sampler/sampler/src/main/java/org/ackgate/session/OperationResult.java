package org.ackgate.session;

/** What every blocking call reports. Durations in microseconds are {@link #NOT_MEASURED} when their event never came. */
public abstract class OperationResult {
    /** A duration or size that does not exist for this operation. */
    public static final long NOT_MEASURED = -1;

    private static final long NANOS_PER_US = 1_000;

    private final Outcome outcome;
    private final CallTimes times;

    OperationResult(Outcome outcome, CallTimes times) {
        this.outcome = outcome;
        this.times = times;
    }

    public final Outcome outcome() {
        return outcome;
    }

    /** {@link System#nanoTime()} at the start. */
    public final long startNanoTime() {
        return times.startNanoTime();
    }

    /** Wall clock at the start, in microseconds since the epoch. */
    public final long startEpochUs() {
        return times.startEpochUs();
    }

    /** {@link System#nanoTime()} of the event that ended the call, taken where it was decoded. */
    public final long endNanoTime() {
        return times.endNanoTime();
    }

    /** Start to end. */
    public final long elapsedUs() {
        return (times.endNanoTime() - times.startNanoTime()) / NANOS_PER_US;
    }

    /** From the end (at decode) to the moment the calling thread ran again: queueing on this machine, in no measured value. */
    public final long wakeUpLagNanos() {
        return times.wakeNanoTime() - times.endNanoTime();
    }

    /** MQTT bytes written for this operation. */
    public final long sentBytes() {
        return times.sentBytes();
    }

    /** MQTT bytes of the answers. */
    public final long receivedBytes() {
        return times.receivedBytes();
    }

    static long betweenUs(long startNanoTime, long endNanoTime, boolean happened) {
        return happened ? (endNanoTime - startNanoTime) / NANOS_PER_US : NOT_MEASURED;
    }
}
