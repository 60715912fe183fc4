package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.ackgate.session.Sessions.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTest {
    @Test
    void times_tcp_connack_and_ping_apart() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    Thread.sleep(60);
                    connection.send(0x20, 2, 0, 0);
                    assertEquals(Packet.PINGREQ, connection.read().type());
                    Thread.sleep(30);
                    connection.send(0xD0, 0);
                    connection.drain();
                });
                MqttSession session = session(options(broker.port()))) {
            ConnectResult result = session.connect(seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            assertTrue(result.connackUs() >= 60_000);
            assertTrue(result.tcpUs() >= 0 && result.tcpUs() + result.connackUs() <= result.elapsedUs());
            assertTrue(result.pingUs() >= 30_000);
            assertEquals(OperationResult.NOT_MEASURED, result.tlsUs());
            assertEquals(1, result.connectionNumber());
            assertEquals(22, result.sentBytes());
            assertEquals(4, result.receivedBytes());
            assertFalse(result.sessionPresent());
            broker.requireNoErrors();
        }
    }

    @Test
    void silent_broker_times_out_at_connack() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> connection.stayDeaf());
                MqttSession session = session(options(broker.port()))) {
            ConnectResult result = session.connect(millis(200));
            assertEquals(ResponseCode.TIMEOUT_CONNACK, result.outcome().code());
            assertTrue(result.elapsedUs() >= 200_000);
            assertFalse(session.isConnected());
            assertNull(session.takeLoss());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void refusals_of_3_1_1_keep_their_code(int returnCode) throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    connection.send(0x20, 2, 0, returnCode);
                });
                MqttSession session = session(options(broker.port()))) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(OutcomeKind.FAILED, outcome.kind());
            assertEquals("CONNACK_0x0" + returnCode, outcome.code().code());
            assertNull(session.takeLoss());
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8C, 0x90, 0x95, 0x97, 0x99, 0x9A,
                0x9B, 0x9C, 0x9D, 0x9F
            })
    void refusals_of_5_keep_their_code_and_reason_string(int reasonCode) throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    connection.send(0x20, 8, 0, reasonCode, 5, 0x1F, 0, 2, 'n', 'o');
                });
                MqttSession session = session(optionsV5(broker.port()))) {
            ConnectResult result = session.connect(seconds(5));
            assertEquals(
                    String.format("CONNACK_0x%02X", reasonCode),
                    result.outcome().code().code());
            assertEquals(reasonCode, result.grants().reasonCode());
            assertTrue(result.outcome().reason().endsWith("broker says: no"), result.outcome()::reason);
        }
    }

    @Test
    void half_a_connack_and_silence_times_out_at_connack() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    connection.send(0x20, 2, 0);
                    connection.drain();
                });
                MqttSession session = session(options(broker.port()))) {
            assertEquals(
                    ResponseCode.TIMEOUT_CONNACK,
                    session.connect(millis(200)).outcome().code());
        }
    }

    @Test
    void connack_in_single_bytes_is_read() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    for (int part : new int[] {0x20, 2, 0, 0}) {
                        connection.send(part);
                        Thread.sleep(5);
                    }
                    connection.drain();
                });
                MqttSession session = session(options(broker.port()))) {
            assertTrue(session.connect(seconds(5)).outcome().isOk());
        }
    }

    @Test
    void reset_after_connect_is_a_network_failure() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    connection.reset();
                });
                MqttSession session = session(options(broker.port()))) {
            assertEquals(
                    ResponseCode.NETWORK_RESET,
                    session.connect(seconds(5)).outcome().code());
        }
    }

    @Test
    void close_after_connect_is_a_lost_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> connection.expect(Packet.CONNECT));
                MqttSession session = session(options(broker.port()))) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(ResponseCode.CONNECTION_LOST, outcome.code());
            assertTrue(outcome.reason().contains("before CONNACK"), outcome::reason);
        }
    }

    @Test
    void garbage_is_a_protocol_error() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    for (byte letter : "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
                        connection.send(letter);
                    }
                    connection.drain();
                });
                MqttSession session = session(options(broker.port()))) {
            assertEquals(
                    ResponseCode.PROTOCOL_ERROR,
                    session.connect(seconds(5)).outcome().code());
        }
    }

    @Test
    void refused_websocket_upgrade_is_a_protocol_error_that_names_the_status() throws Exception {
        byte[] answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.socket().getInputStream().read(new byte[1000]);
                    connection.socket().getOutputStream().write(answer);
                    Thread.sleep(500);
                });
                MqttSession session = MqttSession.create(
                        SessionOptions.builder(
                                        BrokerUri.of(Transport.WS, "127.0.0.1", broker.port(), "/wrong"), "device-1")
                                .webSocketHeaders(List.of(new UserProperty("X-Test", "1")))
                                .build(),
                        SessionLoop.shared())) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(ResponseCode.PROTOCOL_ERROR, outcome.code(), outcome::reason);
            assertTrue(outcome.reason().contains("404"), outcome::reason);
        }
    }

    @Test
    void packet_above_our_maximum_is_a_protocol_error() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.expect(Packet.CONNECT);
                    connection.send(0x20, 0xFF, 0xFF, 0x7F);
                    connection.drain();
                });
                MqttSession session = session(optionsV5(broker.port()).maximumPacketSizeBytes(1000))) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(ResponseCode.PROTOCOL_ERROR, outcome.code());
            assertTrue(outcome.reason().contains("maximum packet size"), outcome::reason);
        }
    }

    @Test
    void limits_granted_by_a_version_5_broker_are_reported() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x21, 0, 10, 0x13, 0, 7, 0x12, 0, 2, 'x', '1', 0x22, 0, 5, 0x24, 1);
                    connection.drain();
                });
                MqttSession session = session(optionsV5(broker.port()))) {
            ServerGrants grants = session.connect(seconds(5)).grants();
            assertEquals(10, grants.receiveMaximum());
            assertEquals(7, grants.keepAliveS());
            assertEquals("x1", grants.assignedClientId());
            assertEquals(5, grants.topicAliasMaximum());
            assertEquals(1, grants.maximumQos());
            assertEquals(268_435_460L, grants.maximumPacketSizeBytes());
            assertEquals("x1", session.clientId());
        }
    }

    @Test
    void scheduled_end_cuts_a_connect() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> connection.stayDeaf());
                MqttSession session = session(options(broker.port()))) {
            Deadline deadline = Deadline.afterMs(10_000, System.currentTimeMillis() + 100);
            assertTrue(session.connect(deadline).outcome().isCut());
        }
    }

    @Test
    void missing_pingresp_delays_connect_by_the_ping_wait_only() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.stayDeaf();
                });
                MqttSession session = session(options(broker.port()).pingWaitMs(100))) {
            ConnectResult result = session.connect(seconds(5));
            assertTrue(result.outcome().isOk());
            assertEquals(OperationResult.NOT_MEASURED, result.pingUs());
        }
    }

    @Test
    void connect_on_a_live_session_is_refused_and_changes_nothing() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            assertEquals(
                    ResponseCode.INVALID_INPUT,
                    session.connect(seconds(5)).outcome().code());
            assertTrue(session.isConnected());
        }
    }

    @Test
    void disconnect_says_goodbye_and_is_no_loss() throws Exception {
        CountDownLatch goodbye = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    if (connection.readAnsweringPings().type() == Packet.DISCONNECT) {
                        goodbye.countDown();
                    }
                });
                MqttSession session = connected(options(broker.port()))) {
            DisconnectResult result = session.disconnect(seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            goodbye.await();
            assertFalse(session.isConnected());
            assertNull(session.takeLoss());
            assertTrue(session.connect(seconds(5)).outcome().isOk());
        }
    }

    @Test
    void password_is_in_no_text() {
        SessionOptions options =
                options(1883).username("user").password("s3cret").build();
        assertNotNull(options.password());
        assertFalse(options.toString().contains("s3cret"));
    }
}
