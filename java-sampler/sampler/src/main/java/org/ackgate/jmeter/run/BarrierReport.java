package org.ackgate.jmeter.run;

/** How the ready barrier of this process opened. */
public final class BarrierReport {
    private final int expectedThreads;
    private final int readyThreads;
    private final boolean limitPassed;
    private final long waitedMs;
    private final long openedMs;

    /**
     * A report.
     *
     * @param expectedThreads threads that were waited for
     * @param readyThreads threads that were there with a connection when it opened
     * @param limitPassed whether the limit opened it
     * @param waitedMs from the first thread's arrival to the opening
     * @param openedMs epoch time of the opening
     */
    public BarrierReport(int expectedThreads, int readyThreads, boolean limitPassed, long waitedMs, long openedMs) {
        this.expectedThreads = expectedThreads;
        this.readyThreads = readyThreads;
        this.limitPassed = limitPassed;
        this.waitedMs = waitedMs;
        this.openedMs = openedMs;
    }

    public int expectedThreads() {
        return expectedThreads;
    }

    public int readyThreads() {
        return readyThreads;
    }

    public boolean limitPassed() {
        return limitPassed;
    }

    public long waitedMs() {
        return waitedMs;
    }

    public long openedMs() {
        return openedMs;
    }
}
