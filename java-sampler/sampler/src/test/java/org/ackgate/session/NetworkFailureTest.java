package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.seconds;
import static org.ackgate.session.Sessions.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

/** What goes wrong before the broker is reached. */
class NetworkFailureTest {
    @Test
    void closed_port_is_refused() throws Exception {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = unused.getLocalPort();
        }
        try (MqttSession session = session(options(port))) {
            ConnectResult result = session.connect(seconds(5));
            assertEquals(ResponseCode.NETWORK_REFUSED, result.outcome().code());
            assertEquals(OperationResult.NOT_MEASURED, result.tcpUs());
            assertEquals(0, result.connectionNumber());
        }
    }

    @Test
    void full_accept_queue_times_out_at_tcp() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                MqttSession session = session(options(full.getLocalPort()))) {
            for (int i = 0; i < 4; i++) {
                Socket filler = new Socket();
                fillers.add(filler);
                filler.bind(null);
                connectWithoutWaiting(filler, full);
            }
            assertEquals(
                    ResponseCode.TIMEOUT_TCP,
                    session.connect(millis(300)).outcome().code());
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void unknown_host_is_named_as_such() {
        BrokerUri uri = BrokerUri.parse("tcp://broker.invalid:1883");
        try (MqttSession session =
                MqttSession.create(SessionOptions.builder(uri, "device-1").build(), SessionLoop.shared())) {
            assertEquals(
                    ResponseCode.NETWORK_UNKNOWN_HOST,
                    session.connect(seconds(20)).outcome().code());
        }
    }

    @Test
    void foreign_source_address_is_unreachable() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> connection.drain());
                MqttSession session = session(options(broker.port()).localAddress("192.0.2.7"))) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(ResponseCode.NETWORK_UNREACHABLE, outcome.code(), outcome::reason);
            assertTrue(outcome.reason().contains("source address"), outcome::reason);
        }
    }

    @Test
    void source_address_is_used() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    assertEquals(
                            "127.0.0.9", connection.socket().getInetAddress().getHostAddress());
                    connection.accept();
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()).localAddress("127.0.0.9"))) {
            assertTrue(session.isConnected());
            broker.requireNoErrors();
        }
    }

    private static void connectWithoutWaiting(Socket filler, ServerSocket full) {
        try {
            filler.connect(full.getLocalSocketAddress(), 50);
        } catch (IOException e) {
            assertTrue(e instanceof SocketTimeoutException, e::toString);
        }
    }
}
