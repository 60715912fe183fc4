package org.ackgate.jmeter.stream;

import java.util.ArrayList;
import java.util.List;
import org.ackgate.jmeter.device.ThreadWait;
import org.ackgate.jmeter.run.BarrierReport;
import org.ackgate.jmeter.run.RunContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the streams of a JMeter process until all its threads have arrived, or until a limit after the first arrival.
 * A thread that ends before it arrives is no longer waited for.
 */
public final class ReadyBarrier {
    private static final Logger LOG = LoggerFactory.getLogger(ReadyBarrier.class);
    private static final long SLICE_NANOS = 1_000_000_000L;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final List<ThreadWait> waiting = new ArrayList<>();
    private int expected = 0;
    private int arrived = 0;
    private int ready = 0;
    private int gone = 0;
    private long firstArrivalNanos = 0;
    private long openedNanos = 0;
    private boolean open = false;

    /** The barrier of the running test. */
    public static ReadyBarrier current() {
        return RunContext.current().shared(ReadyBarrier.class, ReadyBarrier::new);
    }

    /**
     * Arrives and waits.
     *
     * @param threads how many threads are expected; the largest number asked for counts
     * @param isReady whether this thread is connected
     * @return the {@link System#nanoTime()} of the opening, which is the same for all; null when the wait was cut
     */
    public @Nullable Long await(int threads, long limitMs, boolean isReady, ThreadWait waits) {
        long limitNanos = arrive(threads, isReady, waits) + limitMs * NANOS_PER_MS;
        boolean reached = waits.until(limitNanos, SLICE_NANOS, this::isOpen);
        if (!reached) {
            return null;
        }
        return openAfterLimit();
    }

    /** Says that a thread ended without having arrived. */
    public synchronized void leave() {
        gone++;
        openWhenComplete();
    }

    private synchronized long arrive(int threads, boolean isReady, ThreadWait waits) {
        if (arrived == 0) {
            firstArrivalNanos = System.nanoTime();
        }
        expected = Math.max(expected, threads);
        arrived++;
        ready += isReady ? 1 : 0;
        waiting.add(waits);
        openWhenComplete();
        return firstArrivalNanos;
    }

    private synchronized boolean isOpen() {
        return open;
    }

    private synchronized long openAfterLimit() {
        if (!open) {
            open(true);
        }
        return openedNanos;
    }

    private void openWhenComplete() {
        if (!open && arrived > 0 && arrived + gone >= expected) {
            open(false);
        }
    }

    private void open(boolean limitPassed) {
        open = true;
        openedNanos = System.nanoTime();
        waiting.forEach(ThreadWait::wake);
        waiting.clear();
        long waitedMs = (openedNanos - firstArrivalNanos) / NANOS_PER_MS;
        RunContext.current()
                .barrierOpened(new BarrierReport(expected, ready, limitPassed, waitedMs, System.currentTimeMillis()));
        if (limitPassed) {
            LOG.warn(
                    "ackgate: barrier opened by its limit after {} ms with {} of {} threads",
                    waitedMs,
                    arrived,
                    expected);
        } else {
            LOG.info("ackgate: barrier opened after {} ms with {} of {} threads connected", waitedMs, ready, expected);
        }
    }
}
