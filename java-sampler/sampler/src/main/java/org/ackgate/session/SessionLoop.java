package org.ackgate.session;

import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The event loop threads that sessions share; daemon threads, so that they never keep a JVM alive. */
public final class SessionLoop implements AutoCloseable {
    private final NioEventLoopGroup group;

    private SessionLoop(int threads) {
        group = new NioEventLoopGroup(threads, new DefaultThreadFactory("ackgate-loop", true));
    }

    /** The loop of this JVM, made at first use with one thread ({@code -Dackgate.loop.threads} changes that); never closed. */
    public static SessionLoop shared() {
        return Shared.INSTANCE;
    }

    /** A loop of its own with {@code threads} threads. */
    public static SessionLoop create(int threads) {
        return new SessionLoop(threads);
    }

    EventLoop next() {
        return group.next();
    }

    /** Stops the threads without waiting for them; sessions on it end as lost. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static final class Shared {
        static final SessionLoop INSTANCE = new SessionLoop(Math.max(1, Integer.getInteger("ackgate.loop.threads", 1)));
    }
}
