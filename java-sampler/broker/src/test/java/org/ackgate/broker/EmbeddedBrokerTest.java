package org.ackgate.broker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedBrokerTest {

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(new BrokerOptions(0, 0, false));
    }

    @AfterAll
    static void stop() throws IOException {
        broker.close();
    }

    @Test
    void accepts_mqtt_connections_on_loopback() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
            socket.getOutputStream().write(connectPacket());
            assertArrayEquals(
                    new byte[] {0x20, 2, 0, 0}, socket.getInputStream().readNBytes(4));
        }
    }

    @Test
    void counts_received_publishes_and_clients() throws Exception {
        final long before = metrics().get("publish_received").asLong();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
            socket.getOutputStream().write(connectPacket());
            socket.getInputStream().readNBytes(4);
            // PUBLISH, QoS 1, packet identifier 1, topic "t"; the PUBACK shows that it was counted.
            socket.getOutputStream().write(new byte[] {0x32, 5, 0, 1, 't', 0, 1});
            assertArrayEquals(
                    new byte[] {0x40, 2, 0, 1}, socket.getInputStream().readNBytes(4));
            final JsonNode after = metrics();
            assertEquals(before + 1, after.get("publish_received").asLong());
            assertTrue(after.get("clients").asLong() >= 1);
            assertTrue(after.get("time_ms").asLong() > 0);
            assertTrue(after.has("publish_sent") && after.has("publish_dropped") && after.has("queued_bytes"));
        }
    }

    @Test
    void says_which_port_is_taken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            final BrokerOptions options = new BrokerOptions(taken.getLocalPort(), 0, false);
            final BindException failure = assertThrows(BindException.class, () -> EmbeddedBroker.start(options));
            assertTrue(failure.getMessage().contains(String.valueOf(taken.getLocalPort())));
        }
    }

    private static JsonNode metrics() throws Exception {
        final URI address = URI.create("http://127.0.0.1:" + broker.metricsPort() + "/metrics");
        final HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        return new ObjectMapper().readTree(response.body());
    }

    /** CONNECT, MQTT 3.1.1, clean session, keep alive 60 s, client identifier "x". */
    private static byte[] connectPacket() {
        return new byte[] {0x10, 13, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, 1, 'x'};
    }
}
