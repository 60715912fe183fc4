package org.ackgate.session;

/** A connection that ended while no call was waiting on it. */
public final class Loss {
    private final ResponseCode code;
    private final String reason;
    private final long epochMs;
    private final long nanoTime;

    public Loss(ResponseCode code, String reason, long epochMs, long nanoTime) {
        this.code = code;
        this.reason = reason;
        this.epochMs = epochMs;
        this.nanoTime = nanoTime;
    }

    public ResponseCode code() {
        return code;
    }

    /** One line that says what to look at. */
    public String reason() {
        return reason;
    }

    /** Wall clock of the loss in milliseconds. */
    public long epochMs() {
        return epochMs;
    }

    /** {@link System#nanoTime()} of the loss. */
    public long nanoTime() {
        return nanoTime;
    }

    @Override
    public String toString() {
        return code + ": " + reason;
    }
}
