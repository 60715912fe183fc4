package org.ackgate.session;

/** Why a wait of the calling thread ended. */
enum WaitEnd {
    DONE,
    LIMIT,
    SCHEDULE,
    INTERRUPT
}
