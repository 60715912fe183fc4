package org.ackgate.session;

import java.util.List;

/** Result of an unsubscribe. */
public final class UnsubscribeResult extends OperationResult {
    private final int packetIdentifier;
    private final List<Integer> reasonCodes;

    UnsubscribeResult(Outcome outcome, CallTimes times, int packetIdentifier, List<Integer> reasonCodes) {
        super(outcome, times);
        this.packetIdentifier = packetIdentifier;
        this.reasonCodes = List.copyOf(reasonCodes);
    }

    public int packetIdentifier() {
        return packetIdentifier;
    }

    /** One per filter (MQTT 5); empty with 3.1.1. */
    public List<Integer> reasonCodes() {
        return reasonCodes;
    }
}
