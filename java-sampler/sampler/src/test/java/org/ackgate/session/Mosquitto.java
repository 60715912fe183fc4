package org.ackgate.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Mosquitto of this test's own on a free loopback port. */
final class Mosquitto implements AutoCloseable {
    private static final int START_ATTEMPTS = 200;
    private static final int START_PAUSE_MS = 20;

    private final Process process;
    private final int port;

    private Mosquitto(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts with these configuration lines behind its listener. */
    static Mosquitto start(Path folder, String... lines) throws IOException, InterruptedException {
        int port = freePort();
        List<String> configuration = new ArrayList<>(List.of("user root", "listener " + port + " 127.0.0.1"));
        configuration.addAll(List.of(lines));
        Path file = Files.write(folder.resolve("mosquitto-" + port + ".conf"), configuration);
        Process process = new ProcessBuilder(program(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mosquitto-" + port + ".log").toFile())
                .start();
        Mosquitto mosquitto = new Mosquitto(process, port);
        mosquitto.awaitListener();
        return mosquitto;
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private void awaitListener() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < START_ATTEMPTS && process.isAlive(); attempt++) {
            try (Socket probe = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
                return;
            } catch (IOException e) {
                Thread.sleep(START_PAUSE_MS);
            }
        }
        process.destroy();
        throw new IOException("mosquitto does not listen on port " + port);
    }

    private static String program() throws IOException {
        for (String path :
                List.of("/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto")) {
            if (Files.isExecutable(Path.of(path))) {
                return path;
            }
        }
        throw new IOException("mosquitto is not installed; it is needed for these tests");
    }

    /** A loopback port that nobody listens on at the moment. */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return probe.getLocalPort();
        }
    }
}
