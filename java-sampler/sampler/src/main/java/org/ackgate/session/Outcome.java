package org.ackgate.session;

/** How a call ended: its kind, the code for the JTL and one line that says what to look at (empty on plain success). */
public final class Outcome {
    /** Plain success. */
    public static final Outcome OK = new Outcome(OutcomeKind.OK, ResponseCode.OK, "");
    /** Ended by the thread's scheduled end. */
    public static final Outcome CUT_BY_SCHEDULE =
            new Outcome(OutcomeKind.CUT, ResponseCode.OK, "cut by the scheduled end of the thread");
    /** Ended by a shutdown of the test, which interrupts nothing. */
    public static final Outcome CUT_BY_SHUTDOWN =
            new Outcome(OutcomeKind.CUT, ResponseCode.OK, "cut by the shutdown of the test");
    /** Ended by an interrupt; the interrupt flag of the thread is set again. */
    public static final Outcome CUT_BY_INTERRUPT = new Outcome(OutcomeKind.CUT, ResponseCode.OK, "cut by an interrupt");

    private final OutcomeKind kind;
    private final ResponseCode code;
    private final String reason;

    private Outcome(OutcomeKind kind, ResponseCode code, String reason) {
        this.kind = kind;
        this.code = code;
        this.reason = reason;
    }

    /** A failure with its code and a line that says what to look at. */
    public static Outcome failed(ResponseCode code, String reason) {
        return new Outcome(OutcomeKind.FAILED, code, reason);
    }

    /** OK when {@code code} is a success code (it is kept, e.g. PUBACK_0x10), FAILED otherwise. */
    public static Outcome of(ResponseCode code, String reason) {
        if (code == ResponseCode.OK && reason.isEmpty()) {
            return OK;
        }
        return new Outcome(code.isSuccess() ? OutcomeKind.OK : OutcomeKind.FAILED, code, reason);
    }

    public OutcomeKind kind() {
        return kind;
    }

    public ResponseCode code() {
        return code;
    }

    /** One line; empty on plain success. Never holds a password or payload. */
    public String reason() {
        return reason;
    }

    public boolean isOk() {
        return kind == OutcomeKind.OK;
    }

    public boolean isFailed() {
        return kind == OutcomeKind.FAILED;
    }

    public boolean isCut() {
        return kind == OutcomeKind.CUT;
    }

    @Override
    public String toString() {
        return kind + " " + code + (reason.isEmpty() ? "" : ": " + reason);
    }
}
