package org.ackgate.broker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers {@code GET /metrics} on loopback with one JSON object, for whoever polls the broker's counters. */
final class MetricsServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        final Thread thread = new Thread(task, "broker-metrics");
        thread.setDaemon(true);
        return thread;
    });

    MetricsServer(final int port, final Supplier<BrokerMetrics> metrics) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
        server.setExecutor(executor);
        server.createContext("/metrics", exchange -> answer(exchange, metrics));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(final HttpExchange exchange, final Supplier<BrokerMetrics> metrics) throws IOException {
        try (exchange) {
            if (!"GET".equals(exchange.getRequestMethod())) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            final byte[] body = metrics.get().toJson().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
