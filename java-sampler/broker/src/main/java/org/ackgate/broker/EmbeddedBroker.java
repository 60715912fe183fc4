package org.ackgate.broker;

import com.hivemq.embedded.EmbeddedHiveMQ;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * HiveMQ Community Edition in a process of its own, bound to 127.0.0.1, with its counters on a loopback port.
 *
 * <p>Exit codes: 0 stopped by the end of standard input, 143 by SIGTERM, 1 the broker failed, 2 wrong use.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private final BrokerFolders folders;
    private final EmbeddedHiveMQ hivemq;
    private final MetricsServer metrics;
    private final int port;

    private EmbeddedBroker(
            final BrokerFolders folders, final EmbeddedHiveMQ hivemq, final MetricsServer metrics, final int port) {
        this.folders = folders;
        this.hivemq = hivemq;
        this.metrics = metrics;
        this.port = port;
    }

    /**
     * Starts the broker and returns once it accepts connections.
     *
     * @throws BindException the asked port is taken
     * @throws IOException a folder or the metrics port could not be opened
     * @throws ExecutionException the broker itself did not start
     * @throws InterruptedException the caller was interrupted while waiting
     */
    public static EmbeddedBroker start(final BrokerOptions options)
            throws IOException, ExecutionException, InterruptedException {
        final int port = freePort(options.port());
        final BrokerFolders folders = BrokerFolders.create(port);
        final EmbeddedHiveMQ hivemq = EmbeddedHiveMQ.builder()
                .withConfigurationFolder(folders.config())
                .withDataFolder(folders.data())
                .withExtensionsFolder(folders.extensions())
                .withoutLoggingBootstrap()
                .build();
        try {
            hivemq.start().get();
            final MetricsServer metrics =
                    new MetricsServer(options.metricsPort(), () -> BrokerMetrics.read(hivemq.getMetricRegistry()));
            return new EmbeddedBroker(folders, hivemq, metrics, port);
        } catch (final IOException | ExecutionException | InterruptedException | RuntimeException failure) {
            hivemq.stop();
            folders.delete();
            throw failure;
        }
    }

    /** The broker takes a taken port for a warning, so the port is tried before it starts. */
    private static int freePort(final int wanted) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), wanted));
            return probe.getLocalPort();
        } catch (final BindException taken) {
            throw new BindException(
                    "Port " + wanted + " on 127.0.0.1 is taken; choose another with --port, or 0 for a free one.");
        }
    }

    public int port() {
        return port;
    }

    public int metricsPort() {
        return metrics.port();
    }

    @Override
    public void close() throws IOException {
        metrics.close();
        try {
            hivemq.stop().get();
        } catch (final ExecutionException failure) {
            System.err.println("The broker did not stop cleanly: " + failure.getCause());
        } catch (final InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        } finally {
            folders.delete();
        }
    }

    public static void main(final String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.println(BrokerOptions.USAGE);
            return;
        }
        final BrokerOptions options;
        final EmbeddedBroker broker;
        try {
            options = BrokerOptions.parse(List.of(arguments));
            broker = start(options);
        } catch (final IllegalArgumentException | BindException wrongUse) {
            System.err.println(wrongUse.getMessage());
            System.exit(2);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtExit(broker), "broker-stop"));
        System.out.println("READY port=" + broker.port() + " metrics=" + broker.metricsPort());
        System.out.flush();
        if (options.stopOnStdinClose()) {
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
            System.exit(0);
        }
        Thread.currentThread().join();
    }

    private static void closeAtExit(final EmbeddedBroker broker) {
        try {
            broker.close();
        } catch (final IOException failure) {
            System.err.println("The broker's data folder could not be deleted: " + failure.getMessage());
        }
    }
}
