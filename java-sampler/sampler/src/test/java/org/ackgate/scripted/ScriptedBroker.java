package org.ackgate.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;

/**
 * A broker that does exactly what a script says, per connection, over real sockets. A script that ends closes its
 * connection; errors of scripts are kept for {@link #requireNoErrors()}.
 */
public final class ScriptedBroker implements AutoCloseable {
    private final ServerSocket server;
    private final Script script;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private ScriptedBroker(ServerSocket server, Script script) {
        this.server = server;
        this.script = script;
    }

    /** Starts on a free loopback port; the script runs once per connection, in a thread of its own. */
    public static ScriptedBroker start(Script script) throws IOException {
        return start(bind(ServerSocketFactory.getDefault()), script);
    }

    /** A server socket of this factory, e.g. for TLS, on a free loopback port. */
    public static ServerSocket bind(ServerSocketFactory factory) throws IOException {
        return factory.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    /** The same over a server socket that is fully set up: later settings may miss the first connection. */
    public static ScriptedBroker start(ServerSocket server, Script script) {
        ScriptedBroker broker = new ScriptedBroker(server, script);
        daemon(broker::accept, "scripted-broker");
        return broker;
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Connections accepted so far. */
    public int connections() {
        return sockets.size();
    }

    /** Fails when a script did not see what it expected. */
    public void requireNoErrors() {
        for (Throwable error : errors) {
            throw new AssertionError("script failed: " + error, error);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                int number = sockets.size();
                daemon(() -> run(socket, number), "scripted-connection-" + number);
            } catch (IOException e) {
                return;
            }
        }
    }

    private void run(Socket socket, int number) {
        try (socket) {
            socket.setTcpNoDelay(true);
            script.run(new ScriptedConnection(socket, number));
        } catch (PeerClosedException e) {
            // The client may leave at any time; a script that cares reads to the end itself.
        } catch (Exception | AssertionError e) {
            if (!server.isClosed()) {
                errors.add(e);
            }
        }
    }

    private static void daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What the broker does on one connection. */
    @FunctionalInterface
    public interface Script {
        void run(ScriptedConnection connection) throws Exception;
    }
}
