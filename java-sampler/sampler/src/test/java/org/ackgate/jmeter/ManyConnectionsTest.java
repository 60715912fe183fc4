package org.ackgate.jmeter;

import static org.ackgate.jmeter.Elements.connect;
import static org.ackgate.jmeter.Elements.labelled;
import static org.ackgate.jmeter.Elements.publish;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ackgate.jmeter.row.Column;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three threads that hold fifty connections each, at a broker that drops a client whose keep alive has run out. */
class ManyConnectionsTest {
    private static final int THREADS = 3;
    private static final int CONNECTIONS = 50;
    private static final int KEEP_ALIVE_S = 2;
    private static final int BROKER_PATIENCE_MS = KEEP_ALIVE_S * 1_500;
    private static final int IDLE_MS = 5_000;
    private static final int ROUNDS = 2;
    private static final int CHOSEN = 7;
    private static final int RATE_PER_S = 200;

    private static List<RecordedRow> rows = List.of();
    private static int accepted = 0;

    @BeforeAll
    static void run(@TempDir Path folder) throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(ManyConnectionsTest::dropSilentClients)) {
            rows = RealJMeter.run(THREADS, 1, 60, plan(broker, folder));
            accepted = broker.connections();
            broker.requireNoErrors();
        }
    }

    @Test
    void each_connect_is_a_row_with_its_own_times_and_client_identifier() {
        List<RecordedRow> connects = labelled(rows, "connect");
        assertEquals(THREADS * CONNECTIONS, connects.size());
        assertEquals(THREADS * CONNECTIONS, accepted);
        assertEquals(
                THREADS * CONNECTIONS,
                connects.stream()
                        .map(row -> row.get(Column.MQTT_CLIENT_ID))
                        .distinct()
                        .count());
        connects.forEach(row -> {
            assertEquals("200", row.code(), row::toString);
            assertTrue(row.number(Column.MQTT_TCP_US) > 0, row::toString);
            assertTrue(row.number(Column.MQTT_CONNACK_US) > 0, row::toString);
            assertTrue(row.number(Column.MQTT_PING_US) > 0, row::toString);
        });
    }

    @Test
    void the_connect_rate_spreads_the_connects_of_each_thread() {
        perThread(labelled(rows, "connect")).values().forEach(connects -> {
            long first = connects.get(0).result().getStartTime();
            long last = connects.get(CONNECTIONS - 1).result().getStartTime();
            long plannedMs = (CONNECTIONS - 1) * 1_000 / RATE_PER_S;
            // the plan counts from the element's start, and the first connect may begin late on a busy machine
            assertTrue(last - first >= plannedMs * 3 / 4, () -> (last - first) + " ms");
        });
    }

    @Test
    void idle_connections_outlive_their_keep_alive() {
        assertEquals(
                List.of("connect", "publish"),
                rows.stream().map(RecordedRow::operation).distinct().collect(Collectors.toList()));
        assertTrue(rows.stream().allMatch(row -> row.result().isSuccessful()));
    }

    @Test
    void publishes_take_the_connections_in_turn() {
        Map<String, Long> counts = labelled(rows, "in turn").stream()
                .collect(Collectors.groupingBy(row -> row.get(Column.MQTT_CLIENT_ID), Collectors.counting()));
        assertEquals(THREADS * CONNECTIONS, counts.size());
        counts.forEach((clientId, count) -> assertEquals(ROUNDS, count, clientId));
    }

    @Test
    void a_publish_can_choose_its_connection() {
        Map<String, List<RecordedRow>> connects = perThread(labelled(rows, "connect"));
        List<RecordedRow> chosen = labelled(rows, "chosen");
        assertEquals(THREADS, chosen.size());
        chosen.forEach(row -> assertEquals(
                connects.getOrDefault(row.result().getThreadName(), List.of())
                        .get(CHOSEN - 1)
                        .get(Column.MQTT_CLIENT_ID),
                row.get(Column.MQTT_CLIENT_ID)));
    }

    private static void dropSilentClients(ScriptedConnection connection) throws Exception {
        connection.socket().setSoTimeout(BROKER_PATIENCE_MS);
        connection.accept();
        while (true) {
            Packet packet = connection.readAnsweringPings();
            if (packet.type() == Packet.PUBLISH) {
                connection.acknowledge(Packet.PUBACK, packet.packetIdentifier());
            }
        }
    }

    private static ListedHashTree plan(ScriptedBroker broker, Path folder) throws Exception {
        Path identifiers = Files.write(
                folder.resolve("devices.csv"),
                IntStream.rangeClosed(1, THREADS * CONNECTIONS)
                        .mapToObj(n -> "device-" + n)
                        .collect(Collectors.toList()));
        TestElement connect = connect(broker);
        connect.setProperty("connect.client_id_file", identifiers.toString());
        connect.setProperty("connect.keep_alive_s", Integer.toString(KEEP_ALIVE_S));
        connect.setProperty("connections", Integer.toString(CONNECTIONS));
        connect.setProperty("connect.rate_per_s", Integer.toString(RATE_PER_S));
        TestAction idle = new TestAction();
        idle.setAction(TestAction.PAUSE);
        idle.setDuration(Integer.toString(IDLE_MS));
        LoopController rounds = new LoopController();
        rounds.setLoops(ROUNDS * CONNECTIONS);
        TestElement chosen = publish("chosen", 1, "");
        chosen.setProperty("publish.connection", Integer.toString(CHOSEN));
        ListedHashTree plan = RealJMeter.sequence(connect, idle);
        plan.add(rounds, publish("in turn", 1, ""));
        plan.add(chosen);
        return plan;
    }

    private static Map<String, List<RecordedRow>> perThread(List<RecordedRow> of) {
        return of.stream().collect(Collectors.groupingBy(row -> row.result().getThreadName()));
    }
}
