package org.ackgate.session;

import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

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
    private @Nullable Selector selector;

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
            wake();
        }
        return true;
    }

    /** Ends the wait as an interrupt would, without the flag. */
    final void cut() {
        cut = true;
        wake();
    }

    /** Lets the calling thread look at its condition again. */
    final synchronized void wake() {
        Selector reading = selector;
        if (reading == null) {
            LockSupport.unpark(thread);
        } else {
            reading.wakeup();
        }
    }

    /** The calling thread waits in this selector from now on; null: it parks. */
    final synchronized void wakeThrough(@Nullable Selector waitsIn) {
        selector = waitsIn;
    }

    final boolean isOfThisThread() {
        return thread == Thread.currentThread();
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
            WaitEnd end = endNow(deadline);
            if (end != WaitEnd.DONE) {
                return end;
            }
            LockSupport.parkNanos(this, deadline.remainingNanos());
        }
        return WaitEnd.DONE;
    }

    /** Why the wait has to end now, complete or not; {@link WaitEnd#DONE} when nothing speaks against waiting on. */
    final WaitEnd endNow(Deadline deadline) {
        if (cut || thread.isInterrupted()) {
            return WaitEnd.INTERRUPT;
        }
        if (deadline.hasPassed()) {
            return deadline.endsBySchedule() ? WaitEnd.SCHEDULE : WaitEnd.LIMIT;
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
