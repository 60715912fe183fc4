package org.ackgate.jmeter;

import static org.ackgate.jmeter.RealJMeter.element;
import static org.ackgate.jmeter.RealJMeter.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ackgate.jmeter.row.Column;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.Test;

class ElementsTest {
    private static final String SECRET = "correct-horse";

    @Test
    void a_publish_row_carries_its_columns() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            RecordedRow row = RealJMeter.run(10, sequence(connect(broker), publish("telemetry", 1)))
                    .get(1);
            assertEquals("200", row.code());
            assertEquals("mqtt", row.result().getDataType());
            assertEquals("telemetry", row.label());
            assertEquals("publish", row.operation());
            assertEquals("1", row.get(Column.MQTT_QOS));
            assertEquals("device-1", row.get(Column.MQTT_CLIENT_ID));
            assertEquals("1", row.get(Column.MQTT_CONNECTION));
            assertEquals("steady", row.get(Column.MQTT_PHASE));
            assertTrue(row.number(Column.MQTT_ACK_US) > 0);
            assertEquals("", row.get(Column.MQTT_SEND_DELAY_US));
            assertEquals("", row.get(Column.MQTT_TCP_US));
        }
    }

    @Test
    void a_qos0_publish_leaves_the_acknowledge_columns_empty() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            RecordedRow row = RealJMeter.run(10, sequence(connect(broker), publish("heartbeat", 0)))
                    .get(1);
            assertEquals("200", row.code());
            assertEquals("", row.get(Column.MQTT_ACK_US));
            assertEquals(0, row.result().getLatency());
        }
    }

    @Test
    void one_connection_serves_all_iterations() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            List<RecordedRow> rows = RealJMeter.run(1, 5, 10, sequence(connect(broker), publish("telemetry", 1)));
            assertEquals(1, count(rows, "connect"));
            assertEquals(5, count(rows, "publish"));
            assertEquals(1, broker.connections());
        }
    }

    @Test
    void a_withheld_puback_fails_after_its_limit_and_keeps_the_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            connection.stayDeaf();
        })) {
            TestElement publish = publish("telemetry", 1);
            publish.setProperty("publish.ack_timeout_ms", "200");
            List<RecordedRow> rows = RealJMeter.run(1, 2, 10, sequence(connect(broker), publish));
            assertEquals(List.of("200", "TIMEOUT_PUBACK", "TIMEOUT_PUBACK"), codes(rows));
            assertTrue(rows.get(1).result().getTime() >= 200, () -> rows.get(1).toString());
            assertEquals(1, broker.connections());
        }
    }

    @Test
    void a_wait_ends_with_the_schedule_and_makes_no_row() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            connection.stayDeaf();
        })) {
            TestElement publish = publish("telemetry", 1);
            publish.setProperty("publish.ack_timeout_ms", "60000");
            long startMs = System.currentTimeMillis();
            List<RecordedRow> rows = RealJMeter.run(1, 1, 2, sequence(connect(broker), publish));
            assertEquals(List.of("200"), codes(rows));
            assertTrue(System.currentTimeMillis() - startMs < 20_000, "it waited past its schedule");
        }
    }

    @Test
    void a_lost_connection_is_reconnected_visibly() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            if (connection.number() == 1) {
                connection.expect(Packet.PUBLISH);
                return;
            }
            answer(connection);
        })) {
            List<RecordedRow> rows = RealJMeter.run(1, 2, 20, sequence(connect(broker), publish("telemetry", 1)));
            assertEquals(
                    List.of("connect", "publish", "reconnect", "publish"),
                    operations(rows).stream()
                            .filter(operation -> !"lost".equals(operation))
                            .collect(Collectors.toList()));
            assertEquals("CONNECTION_LOST", rows.get(1).code());
            RecordedRow reconnect = rows.get(2);
            assertEquals("connect", reconnect.label());
            assertEquals("2", reconnect.get(Column.MQTT_CONNECTION));
            assertEquals("200", rows.get(3).code());
        }
    }

    @Test
    void an_idle_loss_is_a_row_of_its_own_and_subscriptions_come_back() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
            connection.send(0x90, 3, packetIdentifier >> 8, packetIdentifier & 0xFF, 1);
            if (connection.number() == 1) {
                return;
            }
            connection.send(0x32, 7, 0, 3, 'a', '/', 'b', 0, 9);
            connection.drain();
        })) {
            TestElement receive = element(
                    new MqttReceiveSampler(), "receive", Map.of("receive.count", "1", "receive.window_ms", "5000"));
            List<RecordedRow> rows =
                    RealJMeter.run(1, 1, 20, sequence(connect(broker), subscribe("a/b 1"), pause(), receive));
            assertEquals(
                    List.of("connect", "subscribe", "lost", "reconnect", "subscribe", "receive"), operations(rows));
            assertEquals("subscribe", rows.get(4).label());
            assertEquals("1", rows.get(5).get(Column.MQTT_RECEIVED));
        }
    }

    @Test
    void a_bad_value_is_a_row_that_names_field_value_and_range() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            TestElement publish = publish("telemetry", 1);
            publish.setProperty("publish.ack_timeout_ms", "soon");
            RecordedRow row =
                    RealJMeter.run(10, sequence(connect(broker), publish)).get(1);
            assertEquals("INVALID_INPUT", row.code());
            assertFalse(row.result().isSuccessful());
            assertEquals(
                    "Acknowledge limit (ms) (publish.ack_timeout_ms) must be a whole number from 1 to 86400000, not 'soon'",
                    row.result().getResponseMessage());
        }
    }

    @Test
    void a_publish_without_connect_says_what_is_missing() throws Exception {
        RecordedRow row = RealJMeter.run(10, sequence(publish("telemetry", 1))).get(0);
        assertEquals("NOT_CONNECTED", row.code());
        assertTrue(row.result().getResponseMessage().contains("MQTT Connect"));
    }

    @Test
    void password_and_payload_are_in_no_row() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            TestElement connect = connect(broker);
            connect.setProperty("connect.username", "device");
            connect.setProperty("connect.password", SECRET);
            TestElement publish = publish("telemetry", 1);
            publish.setProperty("publish.payload", SECRET);
            for (RecordedRow row : RealJMeter.run(10, sequence(connect, publish))) {
                assertFalse(row.result().getSamplerData().contains(SECRET));
                assertFalse(row.result().getResponseDataAsString().contains(SECRET));
                assertFalse(row.toString().contains(SECRET));
            }
        }
    }

    @Test
    void several_connections_of_one_thread_have_a_row_each_and_take_turns() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            TestElement connect = connect(broker);
            connect.setProperty("connections", "3");
            connect.setProperty("connect.client_id", "device-{n}");
            TestElement publish = publish("telemetry", 1);
            publish.setProperty("publish.topic", "t/{client_id}");
            List<RecordedRow> rows = RealJMeter.run(1, 6, 20, sequence(connect, publish));
            assertEquals(3, count(rows, "connect"));
            assertEquals(
                    Map.of("device-1", 2L, "device-2", 2L, "device-3", 2L),
                    rows.stream()
                            .filter(row -> "publish".equals(row.operation()))
                            .collect(Collectors.groupingBy(
                                    row -> row.get(Column.MQTT_CLIENT_ID), Collectors.counting())));
            assertEquals(3, broker.connections());
        }
    }

    @Test
    void disconnect_ends_the_connection_until_the_next_connect() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ElementsTest::acknowledgeAll)) {
            TestElement disconnect = element(new MqttDisconnectSampler(), "disconnect", Map.of());
            List<RecordedRow> rows =
                    RealJMeter.run(1, 2, 20, sequence(connect(broker), publish("telemetry", 1), disconnect));
            assertEquals(
                    List.of("connect", "publish", "disconnect", "connect", "publish", "disconnect"), operations(rows));
        }
    }

    @Test
    void unsubscribe_waits_for_unsuback() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            int subscribed = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
            connection.send(0x90, 3, subscribed >> 8, subscribed & 0xFF, 0);
            int unsubscribed = connection.expect(Packet.UNSUBSCRIBE).packetIdentifier();
            connection.send(0xB0, 2, unsubscribed >> 8, unsubscribed & 0xFF);
            connection.drain();
        })) {
            TestElement unsubscribe =
                    element(new MqttUnsubscribeSampler(), "unsubscribe", Map.of("unsubscribe.topic_filters", "a/b"));
            List<RecordedRow> rows = RealJMeter.run(10, sequence(connect(broker), subscribe("a/b 0"), unsubscribe));
            assertEquals(List.of("200", "200", "200"), codes(rows));
            assertEquals("unsubscribe", rows.get(2).operation());
        }
    }

    private static void acknowledgeAll(ScriptedConnection connection) throws Exception {
        connection.accept();
        answer(connection);
    }

    private static void answer(ScriptedConnection connection) throws Exception {
        while (true) {
            Packet packet = connection.readAnsweringPings();
            if (packet.type() == Packet.PUBLISH && packet.qos() == 1) {
                connection.acknowledge(Packet.PUBACK, packet.packetIdentifier());
            }
        }
    }

    private static TestElement connect(ScriptedBroker broker) {
        return element(
                new MqttConnectSampler(),
                "connect",
                Map.of(
                        "connect.url",
                        "tcp://127.0.0.1:" + broker.port(),
                        "connect.client_id",
                        "device-1",
                        "reconnect.pause_ms",
                        "100"));
    }

    private static TestElement publish(String name, int qos) {
        return element(
                new MqttPublishSampler(),
                name,
                Map.of("publish.topic", "t", "publish.qos", Integer.toString(qos), "publish.payload", "21.5"));
    }

    private static TestElement subscribe(String filter) {
        return element(new MqttSubscribeSampler(), "subscribe", Map.of("subscribe.topic_filters", filter));
    }

    /** Lets the connection be lost while no element uses it. */
    private static TestElement pause() {
        return element(new PauseSampler(), "pause", Map.of());
    }

    private static List<String> codes(List<RecordedRow> rows) {
        return rows.stream().map(RecordedRow::code).collect(Collectors.toList());
    }

    private static List<String> operations(List<RecordedRow> rows) {
        return rows.stream().map(RecordedRow::operation).collect(Collectors.toList());
    }

    private static long count(List<RecordedRow> rows, String operation) {
        return rows.stream().filter(row -> operation.equals(row.operation())).count();
    }
}
