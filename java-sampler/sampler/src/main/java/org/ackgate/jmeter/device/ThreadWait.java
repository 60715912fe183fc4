package org.ackgate.jmeter.device;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ackgate.session.Outcome;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterThread;

/**
 * Waits of one JMeter thread. Each ends at the thread's scheduled end, at a shutdown, an interrupt or {@link #cut()} as
 * well; JMeter's scheduler interrupts nobody, so the waits look for themselves.
 */
public final class ThreadWait {
    private static final long SLICE_NANOS = 1_000_000_000L;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final JMeterContext context;
    private final Thread owner = Thread.currentThread();
    private volatile boolean cut = false;

    ThreadWait(JMeterContext context) {
        this.context = context;
    }

    /** Waits so long; false when it was cut. */
    public boolean forMs(long ms) {
        return until(System.nanoTime() + ms * NANOS_PER_MS);
    }

    /** Waits until that {@link System#nanoTime()}; false when it was cut. */
    public boolean until(long nanoTime) {
        return until(nanoTime, SLICE_NANOS, () -> false);
    }

    /**
     * Waits until that {@link System#nanoTime()} or until {@code done}, which is asked at least every
     * {@code sliceNanos} and after each {@link #wake()}; false when it was cut.
     */
    public boolean until(long nanoTime, long sliceNanos, BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            if (isEnding()) {
                return false;
            }
            long leftNanos = nanoTime - System.nanoTime();
            if (leftNanos <= 0) {
                return true;
            }
            LockSupport.parkNanos(this, Math.min(Math.min(leftNanos, sliceNanos), untilScheduledEndNanos()));
        }
        return true;
    }

    /** True when this thread is not to start or go on with anything that waits. */
    public boolean isEnding() {
        return cut
                || owner.isInterrupted()
                || untilScheduledEndNanos() <= 0
                || TestStop.isStopping(context.getThread());
    }

    /** What ended a wait that returned false. */
    public Outcome cutOutcome() {
        if (cut || owner.isInterrupted()) {
            return Outcome.CUT_BY_INTERRUPT;
        }
        return untilScheduledEndNanos() <= 0 ? Outcome.CUT_BY_SCHEDULE : Outcome.CUT_BY_SHUTDOWN;
    }

    /** Ends the running wait and every later one until {@link #reset()}; any thread. */
    public void cut() {
        cut = true;
        wake();
    }

    /** Makes the running wait look again; any thread. */
    public void wake() {
        LockSupport.unpark(owner);
    }

    /** Forgets a {@link #cut()}. */
    void reset() {
        cut = false;
    }

    /** Epoch milliseconds of the thread's scheduled end, 0 without one. */
    public long scheduledEndEpochMs() {
        JMeterThread thread = context.getThread();
        return thread == null ? 0 : thread.getEndTime();
    }

    private long untilScheduledEndNanos() {
        long endEpochMs = scheduledEndEpochMs();
        return endEpochMs <= 0 ? Long.MAX_VALUE : (endEpochMs - System.currentTimeMillis()) * NANOS_PER_MS;
    }
}
