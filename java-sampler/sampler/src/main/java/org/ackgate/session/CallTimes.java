package org.ackgate.session;

/** Start, end and wake-up of one call with the bytes it moved. */
final class CallTimes {
    private final long startNanoTime;
    private final long startEpochUs;
    private final long endNanoTime;
    private final long wakeNanoTime;
    private final long sentBytes;
    private final long receivedBytes;

    CallTimes(
            long startNanoTime,
            long startEpochUs,
            long endNanoTime,
            long wakeNanoTime,
            long sentBytes,
            long receivedBytes) {
        this.startNanoTime = startNanoTime;
        this.startEpochUs = startEpochUs;
        this.endNanoTime = endNanoTime;
        this.wakeNanoTime = wakeNanoTime;
        this.sentBytes = sentBytes;
        this.receivedBytes = receivedBytes;
    }

    long startNanoTime() {
        return startNanoTime;
    }

    long startEpochUs() {
        return startEpochUs;
    }

    long endNanoTime() {
        return endNanoTime;
    }

    long wakeNanoTime() {
        return wakeNanoTime;
    }

    long sentBytes() {
        return sentBytes;
    }

    long receivedBytes() {
        return receivedBytes;
    }
}
