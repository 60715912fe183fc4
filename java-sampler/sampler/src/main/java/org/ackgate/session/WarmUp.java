package org.ackgate.session;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads what the first connections need, over connections of this JVM to itself. Without it the first connects of a run
 * measure the loading of classes: seconds, on a busy machine, in the very tail that is judged. No broker takes part and
 * nothing of it is counted.
 */
public final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int CONNECTIONS = 30;
    private static final int PUBLISHES = 20;
    private static final long LIMIT_MS = 2_000;
    private static final int TYPE_SHIFT = 4;
    private static final int CONNECT = 1;
    private static final int PUBLISH = 3;
    private static final int SUBSCRIBE = 8;
    private static final int PINGREQ = 12;
    private static boolean done = false;

    private WarmUp() {}

    /** Warms up once per JVM; what goes wrong is logged and costs no more than the warm-up. */
    public static synchronized void once() {
        if (done) {
            return;
        }
        done = true;
        try {
            startOfHandshake();
            connections();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.info("No warm-up, the first connects will take longer: {}", e.toString());
        }
    }

    private static void startOfHandshake() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine engine = context.createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        engine.beginHandshake();
        engine.wrap(
                ByteBuffer.allocate(0), ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
    }

    private static void connections() throws IOException {
        try (ServerSocket server = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
            Thread peer = new Thread(() -> serve(server), "ackgate-warm-up");
            peer.setDaemon(true);
            peer.start();
            String host = server.getInetAddress().getHostAddress();
            BrokerUri uri = BrokerUri.of(Transport.TCP, host, server.getLocalPort(), "/mqtt");
            SessionOptions options = SessionOptions.builder(uri, "warm-up").build();
            boolean up = true;
            for (int i = 0; i < CONNECTIONS && up; i++) {
                try (MqttSession session = MqttSession.create(options, SessionLoop.shared())) {
                    up = use(session);
                }
            }
        }
    }

    private static boolean use(MqttSession session) {
        if (!session.connect(Deadline.afterMs(LIMIT_MS)).outcome().isOk()) {
            return false;
        }
        session.subscribe(List.of(TopicSubscription.of("warm/up", 1)), Deadline.afterMs(LIMIT_MS));
        OutgoingMessage message = OutgoingMessage.of("warm/up", new byte[1], 1, false);
        boolean up = true;
        for (int i = 0; i < PUBLISHES && up; i++) {
            up = session.publish(message, Deadline.afterMs(LIMIT_MS)).outcome().isOk();
        }
        return up;
    }

    /** Answers one connection after the other until the socket is closed. */
    private static void serve(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                for (int first = in.read(); first >= 0; first = in.read()) {
                    byte[] rest = new byte[in.readUnsignedByte()]; // all packets here are below 128 bytes
                    in.readFully(rest);
                    socket.getOutputStream().write(answer(first >> TYPE_SHIFT, rest));
                }
            } catch (IOException e) {
                LOG.debug("A connection of the warm-up ended", e);
            }
        }
    }

    private static byte[] answer(int type, byte[] rest) {
        switch (type) {
            case CONNECT:
                return new byte[] {0x20, 2, 0, 0};
            case PUBLISH:
                int identifierAt = 2 + rest[1];
                return new byte[] {0x40, 2, rest[identifierAt], rest[identifierAt + 1]};
            case SUBSCRIBE:
                return new byte[] {(byte) 0x90, 3, rest[0], rest[1], 1};
            case PINGREQ:
                return new byte[] {(byte) 0xD0, 0};
            default:
                return new byte[0];
        }
    }
}
