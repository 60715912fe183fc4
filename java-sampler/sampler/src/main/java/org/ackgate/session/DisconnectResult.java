package org.ackgate.session;

/** Result of a disconnect: DISCONNECT written and the socket closed. */
public final class DisconnectResult extends OperationResult {
    DisconnectResult(Outcome outcome, CallTimes times) {
        super(outcome, times);
    }
}
