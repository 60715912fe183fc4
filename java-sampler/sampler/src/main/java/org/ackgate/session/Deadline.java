package org.ackgate.session;

/**
 * How long a blocking call may wait: its own limit and the scheduled end of the thread, whichever comes first.
 *
 * <p>A wait that reaches its limit has failed with a timeout; a wait that reaches the scheduled end was cut and is no
 * failure.
 */
public final class Deadline {
    private static final long NANOS_PER_MS = 1_000_000L;

    private final long limitNanoTime;
    private final long scheduledEndNanoTime;
    private final boolean scheduled;

    private Deadline(long limitNanoTime, long scheduledEndNanoTime, boolean scheduled) {
        this.limitNanoTime = limitNanoTime;
        this.scheduledEndNanoTime = scheduledEndNanoTime;
        this.scheduled = scheduled;
    }

    /** A limit of {@code limitMs} from now without a scheduled end. */
    public static Deadline afterMs(long limitMs) {
        return new Deadline(System.nanoTime() + limitMs * NANOS_PER_MS, 0, false);
    }

    /**
     * A limit of {@code limitMs} from now, cut at the thread's scheduled end.
     *
     * @param limitMs milliseconds from now
     * @param scheduledEndEpochMs wall clock milliseconds as in {@code JMeterThread.getEndTime()}; 0 or less means that
     *     nothing is scheduled
     */
    public static Deadline afterMs(long limitMs, long scheduledEndEpochMs) {
        if (scheduledEndEpochMs <= 0) {
            return afterMs(limitMs);
        }
        long nowNanoTime = System.nanoTime();
        long untilEndMs = scheduledEndEpochMs - System.currentTimeMillis();
        return new Deadline(nowNanoTime + limitMs * NANOS_PER_MS, nowNanoTime + untilEndMs * NANOS_PER_MS, true);
    }

    /** Nanoseconds until the earlier of limit and scheduled end; zero or negative when it has passed. */
    public long remainingNanos() {
        long nowNanoTime = System.nanoTime();
        long toLimit = limitNanoTime - nowNanoTime;
        return scheduled ? Math.min(toLimit, scheduledEndNanoTime - nowNanoTime) : toLimit;
    }

    /** The same end, or {@code limitMs} from now when that is earlier. */
    public Deadline atMostMs(long limitMs) {
        long soonerNanoTime = System.nanoTime() + limitMs * NANOS_PER_MS;
        boolean sooner = soonerNanoTime - limitNanoTime < 0;
        return new Deadline(sooner ? soonerNanoTime : limitNanoTime, scheduledEndNanoTime, scheduled);
    }

    /** True when either end has passed. */
    public boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    /** True when the scheduled end is the earlier of the two ends: reaching this deadline is a cut, not a timeout. */
    public boolean endsBySchedule() {
        return scheduled && scheduledEndNanoTime - limitNanoTime < 0;
    }
}
