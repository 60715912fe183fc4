package org.ackgate.session;

import java.time.Instant;

/** Wall clock in microseconds, what publisher and receiver share; {@code System.currentTimeMillis()} would lose three digits. */
public final class WallClock {
    private static final long US_PER_S = 1_000_000L;
    private static final int NANOS_PER_US = 1_000;

    private WallClock() {}

    /** Microseconds since the epoch. */
    public static long epochUs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * US_PER_S + now.getNano() / NANOS_PER_US;
    }
}
