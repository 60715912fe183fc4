package org.ackgate.session;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One blocking call: the thread that waits, and what the event loop tells it. The loop stores the end and unparks;
 * there is no queue, no future and no lock between the two.
 */
class PendingCall implements BooleanSupplier {
    private final Thread thread = Thread.currentThread();
    private final long startEpochUs = WallClock.epochUs();
    private final long startNanoTime = System.nanoTime();
    private Outcome outcome = Outcome.OK;
    private long endNanoTime;
    private long sentBytes;
    private long receivedBytes;
    private volatile boolean done;
    private volatile boolean cut;

    /**
     * Ends the call once.
     *
     * @return false when it had ended before, by a limit, a cut or a loss; nothing changes then
     */
    final boolean complete(Outcome finalOutcome, long atNanoTime) {
        synchronized (this) {
            if (done) {
                return false;
            }
            outcome = finalOutcome;
            endNanoTime = atNanoTime;
            done = true;
        }
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
        return true;
    }

    /** Ends the wait as an interrupt would, without the flag. */
    final void cut() {
        cut = true;
        LockSupport.unpark(thread);
    }

    /** Lets the calling thread look at its condition again. */
    final void wake() {
        LockSupport.unpark(thread);
    }

    final boolean isDone() {
        return done;
    }

    @Override
    public final boolean getAsBoolean() {
        return done;
    }

    /** Waits until the call is complete. */
    final WaitEnd await(Deadline deadline) {
        return awaitUntil(this, deadline);
    }

    /** Waits until {@code condition} holds; who changes it must {@link #wake()}. */
    final WaitEnd awaitUntil(BooleanSupplier condition, Deadline deadline) {
        while (!condition.getAsBoolean()) {
            if (cut || thread.isInterrupted()) {
                return WaitEnd.INTERRUPT;
            }
            long remainingNanos = deadline.remainingNanos();
            if (remainingNanos <= 0) {
                return deadline.endsBySchedule() ? WaitEnd.SCHEDULE : WaitEnd.LIMIT;
            }
            LockSupport.parkNanos(this, remainingNanos);
        }
        return WaitEnd.DONE;
    }

    /** Ends the call by its wait, unless it was completed in the meantime, and tells the outcome that counts. */
    final Outcome endBy(WaitEnd end, ResponseCode timeoutCode, String timeoutReason) {
        if (end != WaitEnd.DONE) {
            complete(outcomeOf(end, timeoutCode, timeoutReason), System.nanoTime());
        }
        return outcome;
    }

    /** Ends the call with an outcome found by the calling thread itself, unless it was completed already. */
    final Outcome endWith(Outcome found) {
        complete(found, System.nanoTime());
        return outcome;
    }

    private static Outcome outcomeOf(WaitEnd end, ResponseCode timeoutCode, String timeoutReason) {
        switch (end) {
            case LIMIT:
                return Outcome.failed(timeoutCode, timeoutReason);
            case SCHEDULE:
                return Outcome.CUT_BY_SCHEDULE;
            default:
                return Outcome.CUT_BY_INTERRUPT;
        }
    }

    final void addSentBytes(long bytes) {
        sentBytes += bytes;
    }

    final void addReceivedBytes(long bytes) {
        receivedBytes += bytes;
    }

    final Outcome outcome() {
        return outcome;
    }

    final long startNanoTime() {
        return startNanoTime;
    }

    final long endNanoTime() {
        return endNanoTime;
    }

    /** Times with the present moment as wake-up; call it first thing after the wait. */
    final CallTimes times() {
        return new CallTimes(startNanoTime, startEpochUs, endNanoTime, System.nanoTime(), sentBytes, receivedBytes);
    }
}
