package org.ackgate.session;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.mqtt.MqttMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes packets in call order from any thread. Over plain TCP the caller writes to the socket itself, which spares
 * the event loop one wake-up per publish; whatever the kernel does not take at once goes through Netty's queue, and so
 * does everything behind it until that queue is empty.
 */
final class PacketWriter {
    private final Channel channel;
    private final @Nullable SocketChannel socket;
    private final Consumer<Throwable> onFailure;
    private int queued;
    private volatile long lastWriteNanoTime = System.nanoTime();

    /**
     * @param socket the raw non-blocking socket when nothing (TLS, WebSocket) lies between packet and wire
     * @param onFailure told about a failed write, on the writing thread
     */
    PacketWriter(Channel channel, @Nullable SocketChannel socket, Consumer<Throwable> onFailure) {
        this.channel = channel;
        this.socket = socket;
        this.onFailure = onFailure;
    }

    /** Writes one packet (or several whole ones). */
    void write(byte[] packet) {
        write(packet, null);
    }

    /** Writes one packet and completes {@code call}, if given, when the socket has taken all of it. */
    void write(byte[] packet, @Nullable PendingCall call) {
        ByteBuffer rest = ByteBuffer.wrap(packet);
        Throwable failure = null;
        synchronized (this) {
            try {
                if (socket != null && queued == 0) {
                    socket.write(rest);
                }
                if (rest.hasRemaining()) {
                    track(channel.writeAndFlush(Unpooled.wrappedBuffer(rest)), call);
                }
            } catch (IOException e) {
                failure = e;
            }
        }
        lastWriteNanoTime = System.nanoTime();
        if (failure != null) {
            onFailure.accept(failure);
        } else if (call != null && !rest.hasRemaining()) {
            call.complete(Outcome.OK, lastWriteNanoTime);
        }
    }

    /** Writes a packet that Netty encodes. */
    ChannelFuture write(MqttMessage packet) {
        synchronized (this) {
            ChannelFuture written = channel.writeAndFlush(packet);
            track(written, null);
            lastWriteNanoTime = System.nanoTime();
            return written;
        }
    }

    long lastWriteNanoTime() {
        return lastWriteNanoTime;
    }

    private void track(ChannelFuture written, @Nullable PendingCall call) {
        queued++;
        written.addListener(future -> {
            synchronized (this) {
                queued--;
            }
            if (future.isSuccess() && call != null) {
                call.complete(Outcome.OK, System.nanoTime());
            }
        });
    }
}
