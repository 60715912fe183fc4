package org.ackgate.jmeter;

import static org.ackgate.jmeter.Elements.connect;
import static org.ackgate.jmeter.Elements.labelled;
import static org.ackgate.jmeter.Elements.publish;
import static org.ackgate.jmeter.RealJMeter.element;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.ackgate.jmeter.row.Column;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.Test;

class StreamsTest {
    @Test
    void each_stream_has_its_own_rate_until_the_duration() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(Elements::acknowledgeAll)) {
            List<RecordedRow> rows = RealJMeter.run(
                    30,
                    streams(
                            broker,
                            Map.of("streams.duration_s", "3"),
                            publish("fast", 1, "10/s"),
                            publish("slow", 0, "1/s")));
            assertEquals(30, labelled(rows, "fast").size());
            assertEquals(3, labelled(rows, "slow").size());
            rows.stream()
                    .filter(row -> "publish".equals(row.operation()))
                    .forEach(row -> assertTrue(row.number(Column.MQTT_SEND_DELAY_US) >= 0));
        }
    }

    @Test
    void a_stream_that_falls_behind_is_late_and_not_thinned() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            int held = 0;
            while (true) {
                Packet packet = connection.readAnsweringPings();
                if (packet.type() == Packet.PUBLISH) {
                    Thread.sleep(held++ == 0 ? 1_500 : 0);
                    connection.acknowledge(Packet.PUBACK, packet.packetIdentifier());
                }
            }
        })) {
            List<RecordedRow> rows = labelled(
                    RealJMeter.run(30, streams(broker, Map.of("streams.duration_s", "2"), publish("fast", 1, "10/s"))),
                    "fast");
            assertEquals(20, rows.size());
            assertTrue(rows.get(1).number(Column.MQTT_SEND_DELAY_US) > 1_000_000, () -> rows.get(1)
                    .get(Column.MQTT_SEND_DELAY_US));
        }
    }

    @Test
    void streams_wait_for_all_threads_at_the_barrier() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            if (connection.number() == 3) {
                Thread.sleep(700);
            }
            Elements.acknowledgeAll(connection);
        })) {
            List<RecordedRow> rows = RealJMeter.run(
                    3,
                    1,
                    30,
                    streams(
                            broker,
                            Map.of("streams.barrier_threads", "3", "streams.duration_s", "1"),
                            publish("fast", 0, "5/s")));
            long lastConnectMs = rows.stream()
                    .filter(row -> "connect".equals(row.operation()))
                    .mapToLong(row -> row.result().getEndTime())
                    .max()
                    .orElse(Long.MAX_VALUE);
            List<RecordedRow> publishes = labelled(rows, "fast");
            assertEquals(15, publishes.size());
            publishes.forEach(row ->
                    assertTrue(row.result().getStartTime() >= lastConnectMs - 2, "published before all were there"));
        }
    }

    @Test
    void the_barrier_opens_at_its_limit() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(Elements::acknowledgeAll)) {
            List<RecordedRow> rows = RealJMeter.run(
                    30,
                    streams(
                            broker,
                            Map.of(
                                    "streams.barrier_threads", "2",
                                    "streams.barrier_limit_s", "1",
                                    "streams.duration_s", "1"),
                            publish("fast", 0, "5/s")));
            assertEquals(5, labelled(rows, "fast").size());
        }
    }

    @Test
    void a_publish_without_a_rate_is_refused_by_name() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(Elements::acknowledgeAll)) {
            List<RecordedRow> rows =
                    labelled(RealJMeter.run(2, streams(broker, Map.of(), publish("no rate", 0, ""))), "no rate");
            assertTrue(!rows.isEmpty() && rows.size() <= 4, () -> rows.size() + " rows: refusals must not spin");
            assertEquals("INVALID_INPUT", rows.get(0).code());
            assertTrue(rows.get(0).result().getResponseMessage().contains("publish.rate"), () -> rows.get(0)
                    .toString());
        }
    }

    @Test
    void phases_mark_warm_up_and_drain() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(Elements::acknowledgeAll)) {
            List<RecordedRow> rows = labelled(
                    RealJMeter.run(
                            30,
                            streams(
                                    broker,
                                    Map.of("streams.duration_s", "1", "streams.warm_up_s", "3600"),
                                    publish("fast", 0, "3/s"))),
                    "fast");
            assertEquals(3, rows.size());
            rows.forEach(row -> assertEquals("warm_up", row.get(Column.MQTT_PHASE)));
        }
    }

    private static ListedHashTree streams(
            ScriptedBroker broker, Map<String, String> properties, TestElement... publishes) {
        ListedHashTree tree = RealJMeter.sequence(connect(broker));
        MqttStreamsController controller = element(new MqttStreamsController(), "streams", properties);
        tree.add(controller, List.of(publishes));
        return tree;
    }
}
