package org.ackgate.jmeter;

import static org.ackgate.jmeter.Elements.connect;
import static org.ackgate.jmeter.RealJMeter.element;
import static org.ackgate.jmeter.RealJMeter.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ackgate.scripted.ScriptedBroker;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.Test;

/** What follows when the broker is gone for good. */
class ReconnectTest {
    @Test
    void failed_reconnects_end_as_not_connected() throws Exception {
        List<RecordedRow> rows = withoutBroker(2, 50, "telemetry");
        assertEquals(List.of("connect", "lost", "reconnect", "reconnect", "publish"), operations(rows));
        assertEquals("NETWORK_REFUSED", rows.get(3).code());
        assertEquals("NOT_CONNECTED", rows.get(4).code());
    }

    @Test
    void without_reconnect_attempts_every_publish_waits_for_the_pause_and_none_reconnects() throws Exception {
        long startMs = System.currentTimeMillis();
        List<RecordedRow> rows = withoutBroker(0, 300, "a", "b", "c");
        assertEquals(List.of("connect", "lost", "publish", "publish", "publish"), operations(rows));
        assertEquals(
                List.of("NOT_CONNECTED", "NOT_CONNECTED", "NOT_CONNECTED"),
                codes(rows).subList(2, 5));
        assertTrue(System.currentTimeMillis() - startMs >= 900, "errors came faster than the pause");
    }

    /** The rows of a thread that connects, loses its broker for good, and then publishes once per label. */
    private static List<RecordedRow> withoutBroker(int attempts, int pauseMs, String... labels) throws Exception {
        ScriptedBroker broker = ScriptedBroker.start(connection -> connection.accept());
        ScriptedBrokerCloser.target = broker;
        TestElement connect = connect(broker);
        connect.setProperty("reconnect.attempts", Integer.toString(attempts));
        connect.setProperty("reconnect.pause_ms", Integer.toString(pauseMs));
        ListedHashTree elements = sequence(connect, element(new ScriptedBrokerCloser(), "close", Map.of()));
        for (String label : labels) {
            elements.add(Elements.publish(label, 1, ""));
        }
        return RealJMeter.run(1, 1, 20, elements);
    }

    private static List<String> codes(List<RecordedRow> rows) {
        return rows.stream().map(RecordedRow::code).collect(Collectors.toList());
    }

    private static List<String> operations(List<RecordedRow> rows) {
        return rows.stream().map(RecordedRow::operation).collect(Collectors.toList());
    }
}
