package org.ackgate.session;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Resolves host names away from the event loop and under the call's deadline, because the JDK's resolver blocks without
 * a limit.
 */
final class HostResolver {
    private static final int THREADS = 4;
    private static final int IDLE_S = 10;
    private static final ExecutorService POOL = pool();

    private HostResolver() {}

    /** The address of {@code host} when that is an IP address, without any look-up. */
    static @Nullable InetAddress literal(String host) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
        try {
            return bytes == null ? null : InetAddress.getByAddress(host, bytes);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Looks {@code host} up and tells {@code lookUp}, from a thread of the pool. */
    static void resolve(String host, HostLookUp lookUp) {
        POOL.execute(() -> {
            try {
                lookUp.found(InetAddress.getByName(host));
            } catch (UnknownHostException | RuntimeException e) {
                lookUp.failed(e);
            }
        });
    }

    private static ExecutorService pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "ackgate-resolver");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
