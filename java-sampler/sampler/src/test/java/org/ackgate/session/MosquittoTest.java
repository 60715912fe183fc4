package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.ackgate.session.Sessions.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ackgate.session.tls.TlsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The session against a real broker. */
class MosquittoTest {
    @ParameterizedTest
    @EnumSource(MqttVersion.class)
    void every_qos_arrives_and_a_shared_group_gets_each_message_once(MqttVersion version, @TempDir Path folder)
            throws Exception {
        BlockingQueue<String> first = new LinkedBlockingQueue<>();
        BlockingQueue<String> second = new LinkedBlockingQueue<>();
        try (Mosquitto broker = Mosquitto.start(folder, "allow_anonymous true");
                MqttSession publisher = connected(options(broker.port()).mqttVersion(version));
                MqttSession one = subscriber(broker, version, "one", "$share/group/device/#", first);
                MqttSession two = subscriber(broker, version, "two", "$share/group/device/#", second)) {
            for (int qos = 0; qos <= 2; qos++) {
                for (int i = 0; i < 4; i++) {
                    assertEquals(
                            Outcome.OK,
                            publisher.publish(message(qos), seconds(5)).outcome());
                }
            }
            awaitSize(first, second, 12);
            assertEquals(12, first.size() + second.size());
            assertTrue(!first.isEmpty() && !second.isEmpty());
            assertTrue(one.disconnect(seconds(5)).outcome().isOk());
            assertTrue(two.disconnect(seconds(5)).outcome().isOk());
        }
    }

    @ParameterizedTest
    @CsvSource({"V3_1_1, CONNACK_0x05", "V5, CONNACK_0x87"})
    void wrong_password_is_refused_and_the_right_one_taken(MqttVersion version, String code, @TempDir Path folder)
            throws Exception {
        try (Mosquitto broker =
                        Mosquitto.start(folder, "allow_anonymous false", "password_file " + passwordFile(folder));
                MqttSession wrong = session(options(broker.port())
                        .mqttVersion(version)
                        .username("user")
                        .password("wrong"));
                MqttSession right = session(options(broker.port())
                        .mqttVersion(version)
                        .username("user")
                        .password("s3cret"))) {
            Outcome refused = wrong.connect(seconds(5)).outcome();
            assertEquals(code, refused.code().code());
            assertFalse(refused.reason().contains("wrong"));
            assertEquals(Outcome.OK, right.connect(seconds(5)).outcome());
        }
    }

    @Test
    void forbidden_publish_is_hidden_by_3_1_1_and_told_by_5(@TempDir Path folder) throws Exception {
        Path acl = Files.writeString(folder.resolve("acl"), "topic readwrite allowed/#\n");
        OutgoingMessage forbidden = OutgoingMessage.of("secret/1", new byte[] {1}, 1, false);
        OutgoingMessage forbiddenQos2 = OutgoingMessage.of("secret/1", new byte[] {1}, 2, false);
        try (Mosquitto broker = Mosquitto.start(folder, "allow_anonymous true", "acl_file " + acl);
                MqttSession old = connected(options(broker.port()));
                MqttSession current = connected(
                        SessionOptions.builder(BrokerUri.of(Transport.TCP, "127.0.0.1", broker.port(), "/"), "device-2")
                                .mqttVersion(MqttVersion.V5))) {
            assertEquals(Outcome.OK, old.publish(forbidden, seconds(5)).outcome());
            assertEquals(
                    "PUBACK_0x87",
                    current.publish(forbidden, seconds(5)).outcome().code().code());
            assertEquals(
                    "PUBREC_0x87",
                    current.publish(forbiddenQos2, seconds(5)).outcome().code().code());
            assertEquals(
                    "PUBACK_0x10",
                    current.publish(OutgoingMessage.of("allowed/1", new byte[] {1}, 1, false), seconds(5))
                            .outcome()
                            .code()
                            .code());
            assertTrue(current.isConnected());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void mutual_tls_takes_the_certificate_and_names_its_absence(String protocol, @TempDir Path folder)
            throws Exception {
        Certificates certificates = brokerAndClientCertificates(folder);
        TlsOptions without = TlsOptions.builder()
                .caFile(certificates.file("ca.pem"))
                .protocols(List.of(protocol))
                .build();
        TlsOptions with = TlsOptions.builder()
                .caFile(certificates.file("ca.pem"))
                .certFile(certificates.file("client.pem"))
                .keyFile(certificates.file("client.key"))
                .protocols(List.of(protocol))
                .build();
        try (Mosquitto broker = Mosquitto.start(folder, tlsLines(certificates, true));
                MqttSession stranger = session(overTls(Transport.SSL, broker).tls(without));
                MqttSession known = session(overTls(Transport.SSL, broker).tls(with))) {
            Outcome refused = stranger.connect(seconds(10)).outcome();
            assertEquals(ResponseCode.TLS_CLIENT_CERTIFICATE, refused.code(), refused::reason);
            assertEquals(Outcome.OK, known.connect(seconds(10)).outcome());
            assertEquals(Outcome.OK, known.publish(message(1), seconds(5)).outcome());
        }
    }

    @Test
    void websocket_carries_large_and_small_packets(@TempDir Path folder) throws Exception {
        try (Mosquitto broker =
                        Mosquitto.start(folder, "protocol websockets", "allow_anonymous true", secondListener());
                MqttSession session = connected(SessionOptions.builder(
                        BrokerUri.of(Transport.WS, "127.0.0.1", broker.port(), "/mqtt"), "device-1"))) {
            publishesOverWebSocket(session);
        }
    }

    @Test
    void websocket_over_tls_works(@TempDir Path folder) throws Exception {
        Certificates certificates = brokerAndClientCertificates(folder);
        List<String> lines = new ArrayList<>(List.of("protocol websockets"));
        lines.addAll(List.of(tlsLines(certificates, false)));
        lines.add(secondListener());
        TlsOptions tls =
                TlsOptions.builder().caFile(certificates.file("ca.pem")).build();
        try (Mosquitto broker = Mosquitto.start(folder, lines.toArray(new String[0]));
                MqttSession session = session(overTls(Transport.WSS, broker).tls(tls))) {
            ConnectResult result = session.connect(seconds(10));
            assertEquals(Outcome.OK, result.outcome());
            assertTrue(result.tlsUs() > 0);
            publishesOverWebSocket(session);
        }
    }

    @ParameterizedTest
    @EnumSource(MqttVersion.class)
    void persistent_session_keeps_messages_and_says_so(MqttVersion version, @TempDir Path folder) throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (Mosquitto broker = Mosquitto.start(folder, "allow_anonymous true");
                MqttSession publisher = connected(SessionOptions.builder(
                        BrokerUri.of(Transport.TCP, "127.0.0.1", broker.port(), "/"), "publisher"));
                MqttSession device = connected(options(broker.port())
                        .mqttVersion(version)
                        .cleanStart(false)
                        .sessionExpiryS(600))) {
            device.setMessageListener(message -> received.add(message.topic()));
            device.subscribe(List.of(TopicSubscription.of("device/#", 1)), seconds(5));
            device.disconnect(seconds(5));
            publisher.publish(message(1), seconds(5));
            assertTrue(device.connect(seconds(5)).sessionPresent());
            assertEquals("device/device-1/telemetry", received.poll(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void version_5_properties_arrive_as_sent(@TempDir Path folder) throws Exception {
        BlockingQueue<List<Object>> received = new LinkedBlockingQueue<>();
        OutgoingMessage sent = OutgoingMessage.builder("device/ä/x", "ü".getBytes(StandardCharsets.UTF_8))
                .qos(2)
                .payloadIsUtf8(true)
                .contentType("text/plain")
                .responseTopic("reply/1")
                .correlationData(new byte[] {1, 2, 3})
                .messageExpiryS(60)
                .userProperties(List.of(new UserProperty("a", "1"), new UserProperty("a", "2")))
                .build();
        try (Mosquitto broker = Mosquitto.start(folder, "allow_anonymous true");
                MqttSession session = connected(optionsV5(broker.port()))) {
            session.setMessageListener(message -> received.add(List.of(
                    message.topic(),
                    String.valueOf(message.contentType()),
                    String.valueOf(message.responseTopic()),
                    message.correlationData() == null ? 0 : message.correlationData().length,
                    message.userProperties())));
            session.subscribe(List.of(TopicSubscription.of("device/#", 2)), seconds(5));
            for (int i = 0; i < 3; i++) {
                assertEquals(Outcome.OK, session.publish(sent, seconds(5)).outcome());
                assertEquals(
                        List.of("device/ä/x", "text/plain", "reply/1", 3, sent.userProperties()),
                        received.poll(5, TimeUnit.SECONDS));
            }
            ServerGrants grants = session.grants();
            assertNotNull(grants);
            assertEquals(10, grants.topicAliasMaximum());
        }
    }

    @Test
    void will_is_published_after_a_reset_and_not_after_disconnect(@TempDir Path folder) throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        WillMessage will =
                WillMessage.builder("will/device-1", new byte[] {1}).qos(1).build();
        try (Mosquitto broker = Mosquitto.start(folder, "allow_anonymous true");
                MqttSession watcher = subscriber(broker, MqttVersion.V5, "watcher", "will/#", received);
                MqttSession device = connected(options(broker.port()).will(will))) {
            device.disconnect(seconds(5));
            assertTrue(device.connect(seconds(5)).outcome().isOk());
            try (MqttSession usurper = connected(options(broker.port()))) {
                assertEquals("will/device-1", received.poll(5, TimeUnit.SECONDS));
                assertTrue(usurper.isConnected() && watcher.isConnected());
            }
            assertEquals(0, received.size());
        }
    }

    /** Mosquitto 2.0.11 does not start with a WebSocket listener alone. */
    private static String secondListener() throws IOException {
        return "listener " + Mosquitto.freePort() + " 127.0.0.1";
    }

    private static void publishesOverWebSocket(MqttSession session) throws InterruptedException {
        BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
        session.setMessageListener(message -> sizes.add(message.payloadBytes()));
        session.subscribe(List.of(TopicSubscription.of("big/#", 1)), seconds(5));
        // Mosquitto reads WebSocket frames at some 40 KB/s, so "large" means several of its reads here.
        for (int bytes : new int[] {0, 10, 20_000}) {
            OutgoingMessage message = OutgoingMessage.of("big/1", new byte[bytes], 1, false);
            assertEquals(Outcome.OK, session.publish(message, seconds(5)).outcome());
            assertEquals(bytes, sizes.poll(5, TimeUnit.SECONDS));
        }
        assertTrue(session.disconnect(seconds(5)).outcome().isOk());
    }

    private static MqttSession subscriber(
            Mosquitto broker, MqttVersion version, String clientId, String filter, BlockingQueue<String> received) {
        BrokerUri uri = BrokerUri.of(Transport.TCP, "127.0.0.1", broker.port(), "/");
        MqttSession session = connected(SessionOptions.builder(uri, clientId).mqttVersion(version));
        session.setMessageListener(message -> received.add(message.topic()));
        SubscribeResult result = session.subscribe(List.of(TopicSubscription.of(filter, 2)), seconds(5));
        assertEquals(Outcome.OK, result.outcome());
        return session;
    }

    private static void awaitSize(BlockingQueue<String> first, BlockingQueue<String> second, int size)
            throws InterruptedException {
        long endNanoTime = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (first.size() + second.size() < size && System.nanoTime() < endNanoTime) {
            Thread.sleep(5);
        }
    }

    private static Path passwordFile(Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("passwords"), "user:s3cret\n");
        Process process = new ProcessBuilder("mosquitto_passwd", "-U", file.toString()).start();
        assertEquals(0, process.waitFor());
        return file;
    }

    private static Certificates brokerAndClientCertificates(Path folder) throws Exception {
        Certificates certificates = Certificates.in(folder);
        certificates.sign("broker", "IP:127.0.0.1", 30);
        certificates.sign("client", "DNS:client", 30);
        return certificates;
    }

    private static String[] tlsLines(Certificates certificates, boolean requireCertificate) {
        return new String[] {
            "allow_anonymous true",
            "cafile " + certificates.file("ca.pem"),
            "certfile " + certificates.file("broker.pem"),
            "keyfile " + certificates.file("broker.key"),
            "require_certificate " + requireCertificate
        };
    }

    private static SessionOptions.Builder overTls(Transport transport, Mosquitto broker) {
        return SessionOptions.builder(BrokerUri.of(transport, "127.0.0.1", broker.port(), "/mqtt"), "device-1");
    }
}
