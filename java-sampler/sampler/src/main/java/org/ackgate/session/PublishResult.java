package org.ackgate.session;

/** Result of a publish. It ends at the socket write (QoS 0), at PUBACK (QoS 1) or at PUBCOMP (QoS 2). */
public final class PublishResult extends OperationResult {
    private final int packetIdentifier;
    private final long ackUs;
    private final long pubrecUs;
    private final long pubcompUs;
    private final int reasonCode;

    PublishResult(
            Outcome outcome,
            CallTimes times,
            int packetIdentifier,
            long ackUs,
            long pubrecUs,
            long pubcompUs,
            int reasonCode) {
        super(outcome, times);
        this.packetIdentifier = packetIdentifier;
        this.ackUs = ackUs;
        this.pubrecUs = pubrecUs;
        this.pubcompUs = pubcompUs;
        this.reasonCode = reasonCode;
    }

    /** Packet identifier, 0 at QoS 0 or when none was taken. */
    public int packetIdentifier() {
        return packetIdentifier;
    }

    /** Start to PUBACK or PUBCOMP; not measured at QoS 0. */
    public long ackUs() {
        return ackUs;
    }

    /** Start to PUBREC (QoS 2). */
    public long pubrecUs() {
        return pubrecUs;
    }

    /** PUBREC to PUBCOMP (QoS 2). */
    public long pubcompUs() {
        return pubcompUs;
    }

    /** Start to the first acknowledgement: PUBACK or PUBREC. */
    public long firstAckUs() {
        return pubrecUs == NOT_MEASURED ? ackUs : pubrecUs;
    }

    /** Reason code of the acknowledgement that ended it; -1 without one. */
    public int reasonCode() {
        return reasonCode;
    }
}
