package org.ackgate.session;

import java.util.List;

/** Result of a subscribe; it fails when any filter is refused or granted a lower QoS than asked. */
public final class SubscribeResult extends OperationResult {
    private final int packetIdentifier;
    private final List<Integer> reasonCodes;

    SubscribeResult(Outcome outcome, CallTimes times, int packetIdentifier, List<Integer> reasonCodes) {
        super(outcome, times);
        this.packetIdentifier = packetIdentifier;
        this.reasonCodes = List.copyOf(reasonCodes);
    }

    public int packetIdentifier() {
        return packetIdentifier;
    }

    /** One per filter in the order asked: granted QoS 0 to 2, or a failure from 0x80; empty without SUBACK. */
    public List<Integer> reasonCodes() {
        return reasonCodes;
    }
}
