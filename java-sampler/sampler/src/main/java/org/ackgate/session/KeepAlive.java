package org.ackgate.session;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection alive on the event loop (MQTT 5, section 3.1.2.10): a PINGREQ after nine tenths of the interval
 * without a packet sent or received, and the end of the connection when its PINGRESP takes longer than half of it, so
 * that a silent broker is noticed within one and a half intervals, as it would notice us.
 */
final class KeepAlive implements Runnable {
    private static final long NANOS_PER_S = 1_000_000_000L;
    private static final long NANOS_PER_US = 1_000;

    private final Connection connection;
    private final EventLoop loop;
    private final long intervalNanos;
    private @Nullable Future<?> timer;
    private boolean pingOutstanding;
    private long pingNanoTime;
    private volatile long lastReadNanoTime = System.nanoTime();

    KeepAlive(Connection connection, EventLoop loop, int keepAliveS) {
        this.connection = connection;
        this.loop = loop;
        this.intervalNanos = keepAliveS * NANOS_PER_S;
    }

    /** Starts the timer, with a first PINGREQ at once where one is to be timed. */
    void start(boolean pingNow) {
        if (pingNow) {
            ping();
        }
        if (intervalNanos > 0) {
            schedule(pingOutstanding ? answerNanos() : idleNanos());
        }
    }

    void stop() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    void packetRead(long atNanoTime) {
        lastReadNanoTime = atNanoTime;
    }

    /** The round trip in microseconds; -1 for a PINGRESP nobody asked for. */
    long pingresp(long atNanoTime) {
        if (!pingOutstanding) {
            return OperationResult.NOT_MEASURED;
        }
        pingOutstanding = false;
        return (atNanoTime - pingNanoTime) / NANOS_PER_US;
    }

    @Override
    public void run() {
        long nowNanoTime = System.nanoTime();
        if (pingOutstanding) {
            long overdueNanos = nowNanoTime - pingNanoTime - answerNanos();
            if (overdueNanos >= 0) {
                connection.end(Outcome.failed(
                        ResponseCode.CONNECTION_LOST,
                        "no PINGRESP within " + answerNanos() / (NANOS_PER_S / 1_000) + " ms; the broker is silent"));
                return;
            }
            schedule(-overdueNanos);
            return;
        }
        long idleSinceNanoTime = Math.min(lastReadNanoTime - nowNanoTime, connection.lastWriteNanoTime() - nowNanoTime);
        long untilPingNanos = idleSinceNanoTime + idleNanos();
        if (untilPingNanos <= 0) {
            ping();
            schedule(answerNanos());
        } else {
            schedule(untilPingNanos);
        }
    }

    private void ping() {
        pingOutstanding = true;
        pingNanoTime = System.nanoTime();
        connection.write(ControlPackets.pingreq());
    }

    private long idleNanos() {
        return intervalNanos / 10 * 9;
    }

    private long answerNanos() {
        return intervalNanos / 2;
    }

    private void schedule(long delayNanos) {
        timer = loop.schedule(this, delayNanos, TimeUnit.NANOSECONDS);
    }
}
