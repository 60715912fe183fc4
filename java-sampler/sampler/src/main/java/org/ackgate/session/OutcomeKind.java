package org.ackgate.session;

/** How a blocking call ended. */
public enum OutcomeKind {
    /** It completed. */
    OK,
    /** It failed; a limit that passed is a failure as well. */
    FAILED,
    /** The thread's scheduled end or an interrupt ended the wait; no failure. */
    CUT
}
