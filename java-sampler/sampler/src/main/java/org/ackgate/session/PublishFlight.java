package org.ackgate.session;

/** A publish from its call to its last acknowledgement; it outlives the call when that times out or is cut. */
final class PublishFlight extends PendingCall {
    private final OutgoingMessage message;
    private int packetIdentifier;
    private long sequence;
    private int reasonCode = -1;
    private long pubrecNanoTime;
    private boolean pubrecSeen;

    PublishFlight(OutgoingMessage message) {
        this.message = message;
    }

    OutgoingMessage message() {
        return message;
    }

    int packetIdentifier() {
        return packetIdentifier;
    }

    long sequence() {
        return sequence;
    }

    void assign(int identifier, long number) {
        packetIdentifier = identifier;
        sequence = number;
    }

    /** True once PUBREC came: what is owed then is PUBREL, never the PUBLISH again. */
    boolean isPubrecSeen() {
        return pubrecSeen;
    }

    void pubrec(long atNanoTime) {
        pubrecSeen = true;
        pubrecNanoTime = atNanoTime;
    }

    long pubrecNanoTime() {
        return pubrecNanoTime;
    }

    int reasonCode() {
        return reasonCode;
    }

    void reasonCode(int value) {
        reasonCode = value;
    }
}
