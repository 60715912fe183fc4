package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/**
 * The call that waits now, if any. A loss ends that call; without one it is kept until it is asked for, so each loss
 * is told exactly once.
 */
final class CallSlot {
    private volatile @Nullable PendingCall current;
    private @Nullable Loss loss;

    synchronized void enter(PendingCall call) {
        current = call;
    }

    synchronized void leave() {
        current = null;
    }

    synchronized void connectionEnded(Outcome outcome) {
        long nowNanoTime = System.nanoTime();
        PendingCall call = current;
        if (call == null || !call.complete(outcome, nowNanoTime)) {
            loss = new Loss(outcome.code(), outcome.reason(), System.currentTimeMillis(), nowNanoTime);
        }
    }

    synchronized @Nullable Loss takeLoss() {
        Loss taken = loss;
        loss = null;
        return taken;
    }

    void cut() {
        PendingCall call = current;
        if (call != null) {
            call.cut();
        }
    }

    /** Ends the wait of another thread whose connection this one closes. */
    void cutOtherThread() {
        PendingCall call = current;
        if (call != null && !call.isOfThisThread()) {
            call.cut();
        }
    }

    void wake() {
        PendingCall call = current;
        if (call != null) {
            call.wake();
        }
    }
}
