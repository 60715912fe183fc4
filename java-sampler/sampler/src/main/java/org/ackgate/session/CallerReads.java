package org.ackgate.session;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets a thread that publishes back to back read its own acknowledgements while it waits, which spares both wake-ups
 * between it and the event loop. Reading belongs to exactly one side at a time: the event loop, or, after a streak of
 * publishes on plain TCP, the calling thread. Whatever is not a four-byte acknowledgement goes back to the event loop
 * with the right to read, and so does a connection whose thread pauses.
 */
final class CallerReads {
    /** Off by {@code -Dackgate.caller_reads=false}, so that the benchmark can show what it brings. */
    static final boolean ALLOWED = !"false".equals(System.getProperty("ackgate.caller_reads"));

    private static final int STREAK = 8;
    private static final long STREAK_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int RETURN_AFTER_MS = 50;
    private static final int BUFFER_BYTES = 256;
    private static final int SHORT_ACK_BYTES = 4;

    private final Connection connection;
    private final Channel channel;
    private final SocketChannel socket;
    private final AtomicReference<Reader> reader = new AtomicReference<>(Reader.LOOP);
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private @Nullable Selector selector;
    private volatile boolean asked;
    private volatile long lastEndNanoTime;
    private int streak;

    CallerReads(Connection connection, Channel channel, SocketChannel socket) {
        this.connection = connection;
        this.channel = channel;
        this.socket = socket;
    }

    /** Waits for the end of {@code flight}, reading for itself where this connection's thread may. */
    WaitEnd await(PublishFlight flight, Deadline deadline) {
        askAfterStreak(flight.startNanoTime());
        try {
            while (!flight.isDone()) {
                WaitEnd end = reader.compareAndSet(Reader.PAUSED_CALLER, Reader.CALLER)
                        ? readUntilDone(flight, deadline)
                        : flight.awaitUntil(() -> flight.isDone() || callerMayRead(), deadline);
                if (end == null) {
                    giveBack();
                } else if (end != WaitEnd.DONE) {
                    return end;
                }
            }
            return WaitEnd.DONE;
        } finally {
            lastEndNanoTime = System.nanoTime();
            reader.compareAndSet(Reader.CALLER, Reader.PAUSED_CALLER);
            if (!channel.isOpen()) {
                dispose();
            }
        }
    }

    boolean isActive() {
        Reader now = reader.get();
        return now == Reader.CALLER || now == Reader.PAUSED_CALLER;
    }

    private boolean callerMayRead() {
        return reader.get() == Reader.PAUSED_CALLER;
    }

    /** The channel is closed: free the selector, or leave that to the thread that waits in it and is being woken. */
    void dispose() {
        if (reader.get() != Reader.CALLER) {
            closeSelector();
        }
    }

    /** Null when the event loop has to read on. */
    private @Nullable WaitEnd readUntilDone(PublishFlight flight, Deadline deadline) {
        try {
            Selector own = selector();
            flight.wakeThrough(own);
            while (!flight.isDone()) {
                WaitEnd end = flight.endNow(deadline);
                if (end != WaitEnd.DONE) {
                    return end;
                }
                own.select(key -> {}, TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
                if (!flight.isDone() && !readAcknowledgements()) {
                    return null;
                }
            }
            return WaitEnd.DONE;
        } catch (IOException e) {
            return null;
        } finally {
            flight.wakeThrough(null);
        }
    }

    /** Reads what is there; false when the buffer keeps bytes, or the socket an end, that the event loop has to handle. */
    private boolean readAcknowledgements() throws IOException {
        int count = socket.read(buffer);
        buffer.flip();
        while (count > 0 && buffer.remaining() >= SHORT_ACK_BYTES) {
            PacketKind kind = PacketFramer.shortAck(buffer.get(buffer.position()) & 0xFF);
            if (kind == null || buffer.get(buffer.position() + 1) != SHORT_ACK_BYTES - 2) {
                break;
            }
            int packetIdentifier = buffer.getShort(buffer.position() + 2) & 0xFFFF;
            buffer.position(buffer.position() + SHORT_ACK_BYTES);
            connection.bytesRead();
            connection.acknowledged(kind, packetIdentifier, 0, null, SHORT_ACK_BYTES);
        }
        if (count < 0 || buffer.hasRemaining()) {
            return false;
        }
        buffer.clear();
        return true;
    }

    private void giveBack() {
        byte[] unread = new byte[buffer.remaining()];
        buffer.get(unread).clear();
        reader.set(Reader.GIVEN_BACK);
        channel.eventLoop().execute(() -> {
            loopReads();
            if (unread.length > 0) {
                channel.pipeline()
                        .fireChannelRead(Unpooled.wrappedBuffer(unread))
                        .fireChannelReadComplete();
            }
        });
    }

    private void askAfterStreak(long startNanoTime) {
        if (reader.get() != Reader.LOOP) {
            return;
        }
        streak = startNanoTime - lastEndNanoTime < STREAK_GAP_NANOS ? streak + 1 : 0;
        if (streak >= STREAK && !asked && !connection.session().expectsMessages()) {
            asked = true;
            channel.eventLoop().execute(this::callerReads);
        }
    }

    private void callerReads() {
        asked = false;
        PacketFramer framer = channel.pipeline().get(PacketFramer.class);
        if (connection.isLive() && reader.get() == Reader.LOOP && framer != null && framer.isBetweenPackets()) {
            channel.config().setAutoRead(false);
            lastEndNanoTime = System.nanoTime();
            reader.set(Reader.PAUSED_CALLER);
            connection.session().slot().wake();
            scheduleReturn();
        }
    }

    private void scheduleReturn() {
        channel.eventLoop().schedule(this::returnIfPaused, RETURN_AFTER_MS, TimeUnit.MILLISECONDS);
    }

    private void returnIfPaused() {
        boolean paused = System.nanoTime() - lastEndNanoTime > TimeUnit.MILLISECONDS.toNanos(RETURN_AFTER_MS);
        if (paused && reader.compareAndSet(Reader.PAUSED_CALLER, Reader.GIVEN_BACK)) {
            loopReads();
        } else if (reader.get() != Reader.LOOP) {
            scheduleReturn();
        }
    }

    private void loopReads() {
        closeSelector();
        reader.set(Reader.LOOP);
        channel.config().setAutoRead(true);
    }

    private synchronized Selector selector() throws IOException {
        Selector open = selector;
        if (open == null) {
            open = Selector.open();
            selector = open;
            socket.register(open, SelectionKey.OP_READ);
        }
        return open;
    }

    private synchronized void closeSelector() {
        Selector open = selector;
        selector = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new IllegalStateException("a selector does not close", e);
            }
        }
    }

    /** Who may read from the socket. */
    private enum Reader {
        LOOP,
        CALLER,
        PAUSED_CALLER,
        GIVEN_BACK
    }
}
