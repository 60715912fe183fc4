package org.ackgate.jmeter;

import static org.ackgate.jmeter.Elements.connect;
import static org.ackgate.jmeter.Elements.subscribe;
import static org.ackgate.jmeter.RealJMeter.element;
import static org.ackgate.jmeter.RealJMeter.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.ackgate.jmeter.payload.MessageStamp;
import org.ackgate.jmeter.row.Column;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.ackgate.session.WallClock;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.Test;

class ReceiveTest {
    private static final int MESSAGES = 100;
    private static final long SLOW_US = 5_000_000;

    @Test
    void one_slow_message_among_many_stays_visible() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            for (int sequence = 1; sequence <= MESSAGES; sequence++) {
                stamped(connection, sequence, sequence == MESSAGES ? SLOW_US : 0);
            }
            connection.drain();
        })) {
            RecordedRow row = receive(broker, Map.of("receive.count", "100", "receive.window_ms", "20000"));
            assertEquals("200", row.code());
            assertEquals(MESSAGES, row.number(Column.MQTT_RECEIVED));
            assertEquals("0", row.get(Column.MQTT_LOST));
            Histogram latencies = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(row.get(Column.MQTT_E2E_HDR))), 0);
            assertEquals(MESSAGES, latencies.getTotalCount());
            assertTrue(latencies.getMaxValue() >= SLOW_US, () -> "max " + latencies.getMaxValue());
            assertTrue(latencies.getValueAtPercentile(90) < SLOW_US, "the many are not slow");
        }
    }

    @Test
    void fewer_messages_than_asked_fail_at_the_limit() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            stamped(connection, 1, 0);
            connection.drain();
        })) {
            RecordedRow row = receive(broker, Map.of("receive.count", "2", "receive.window_ms", "400"));
            assertEquals("TIMEOUT_RECEIVE", row.code());
            assertEquals("1", row.get(Column.MQTT_RECEIVED));
            assertTrue(row.result().getTime() >= 400, row::toString);
        }
    }

    @Test
    void the_last_message_can_be_kept_for_assertions() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            connection.send(0x30, 5, 0, 1, 't', 'o', 'k');
            connection.drain();
        })) {
            RecordedRow row = receive(
                    broker, Map.of("receive.count", "1", "receive.window_ms", "5000", "receive.keep_last", "true"));
            assertEquals("ok", row.result().getResponseDataAsString());
            assertEquals("", row.get(Column.MQTT_E2E_HDR));
            assertEquals("", row.get(Column.MQTT_LOST));
        }
    }

    @Test
    void a_last_message_that_came_before_the_window_is_kept_too() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            connection.send(0x30, 5, 0, 1, 't', 'o', 'k');
            connection.drain();
        })) {
            TestElement pause = element(new PauseSampler(), "pause", Map.of());
            TestElement receive = element(
                    new MqttReceiveSampler(),
                    "receive",
                    Map.of("receive.count", "1", "receive.window_ms", "5000", "receive.keep_last", "true"));
            RecordedRow row = last(RealJMeter.run(60, sequence(connect(broker), subscribe("t 0"), pause, receive)));
            assertEquals("1", row.get(Column.MQTT_RECEIVED));
            assertEquals("ok", row.result().getResponseDataAsString());
        }
    }

    @Test
    void a_window_cut_by_the_schedule_is_a_successful_row_that_says_so() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            connection.drain();
        })) {
            TestElement receive = element(new MqttReceiveSampler(), "receive", Map.of("receive.window_ms", "60000"));
            RecordedRow row = last(RealJMeter.run(2, sequence(connect(broker), subscribe("t 0"), receive)));
            assertEquals("receive", row.operation());
            assertTrue(row.result().isSuccessful());
            assertEquals(
                    "cut by the scheduled end of the thread; received 0",
                    row.result().getResponseMessage());
        }
    }

    @Test
    void a_loss_inside_a_window_ends_it_with_its_class() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            subscribed(connection);
            stamped(connection, 1, 0);
            Thread.sleep(300);
        })) {
            RecordedRow row = receive(broker, Map.of("receive.window_ms", "30000"));
            assertEquals("CONNECTION_LOST", row.code());
            assertEquals("1", row.get(Column.MQTT_RECEIVED));
            assertTrue(row.result().getTime() < 20_000, row::toString);
        }
    }

    private static RecordedRow receive(ScriptedBroker broker, Map<String, String> properties) throws Exception {
        TestElement receive = element(new MqttReceiveSampler(), "receive", properties);
        return last(RealJMeter.run(60, sequence(connect(broker), subscribe("t 0"), receive)));
    }

    private static RecordedRow last(List<RecordedRow> rows) {
        return rows.get(rows.size() - 1);
    }

    private static void subscribed(ScriptedConnection connection) throws Exception {
        connection.accept();
        int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
        connection.send(0x90, 3, packetIdentifier >> 8, packetIdentifier & 0xFF, 0);
    }

    /** A PUBLISH to topic t with a stamped payload that was sent so long ago. */
    private static void stamped(ScriptedConnection connection, int sequence, long agoUs) throws Exception {
        byte[] payload = new byte[MessageStamp.HEADER_BYTES];
        new MessageStamp(1, 2, sequence, WallClock.epochUs() - agoUs).writeHeader(payload);
        int[] packet = new int[5 + payload.length];
        packet[0] = 0x30;
        packet[1] = 3 + payload.length;
        packet[3] = 1;
        packet[4] = 't';
        for (int i = 0; i < payload.length; i++) {
            packet[5 + i] = payload[i] & 0xFF;
        }
        connection.send(packet);
    }
}
