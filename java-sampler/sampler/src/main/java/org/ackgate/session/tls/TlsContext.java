package org.ackgate.session.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * A TLS context built once per {@link TlsOptions} in this JVM and shared by all connections with equal options.
 *
 * <p>Every connection makes a full handshake: devices do not share sessions, so a resumed handshake would understate
 * what their connects cost the broker.
 */
public final class TlsContext {
    private static final ConcurrentMap<TlsOptions, TlsContext> BY_OPTIONS = new ConcurrentHashMap<>();
    private static final int LAST_PORT = 65_535;

    private final TlsOptions options;
    private final SslContext context;
    private final AtomicInteger connections = new AtomicInteger();

    private TlsContext(TlsOptions options, SslContext context) {
        this.options = options;
        this.context = context;
    }

    /**
     * The context for these options; files are read at the first call only.
     *
     * @throws TlsSetupException when a file cannot be read or used
     */
    public static TlsContext of(TlsOptions options) throws TlsSetupException {
        TlsContext known = BY_OPTIONS.get(options);
        if (known != null) {
            return known;
        }
        synchronized (BY_OPTIONS) {
            TlsContext builtMeanwhile = BY_OPTIONS.get(options);
            if (builtMeanwhile != null) {
                return builtMeanwhile;
            }
            TlsContext built = new TlsContext(options, ContextFiles.build(options));
            BY_OPTIONS.put(options, built);
            return built;
        }
    }

    /** A handler for one connection to {@code host}; its handshake has no limit of its own. */
    public SslHandler newHandler(ByteBufAllocator allocator, String host) {
        String sniHost = options.sniHost();
        String serverName = sniHost == null ? host : sniHost;
        SslHandler handler = context.newHandler(allocator, serverName, unusedSessionKey());
        handler.setHandshakeTimeoutMillis(0);
        SSLEngine engine = handler.engine();
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(options.verify() ? "HTTPS" : "");
        if (!isIpAddress(serverName)) {
            parameters.setServerNames(List.of(new SNIHostName(serverName)));
        }
        engine.setSSLParameters(parameters);
        return handler;
    }

    /** The JDK keys resumable sessions by host and port; a port that changes each time finds none. */
    private int unusedSessionKey() {
        return Math.floorMod(connections.getAndIncrement(), LAST_PORT) + 1;
    }

    private static boolean isIpAddress(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }
}
