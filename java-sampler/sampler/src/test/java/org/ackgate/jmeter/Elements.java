package org.ackgate.jmeter;

import static org.ackgate.jmeter.RealJMeter.element;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.apache.jmeter.testelement.TestElement;

/** Elements and broker scripts that several tests use. */
final class Elements {
    private Elements() {}

    static TestElement connect(ScriptedBroker broker) {
        return element(
                new MqttConnectSampler(),
                "connect",
                Map.of(
                        "connect.url", "tcp://127.0.0.1:" + broker.port(),
                        "connect.client_id", "device-${__threadNum}",
                        "reconnect.pause_ms", "100"));
    }

    static MqttPublishSampler publish(String name, int qos, String rate) {
        return element(
                new MqttPublishSampler(),
                name,
                Map.of(
                        "publish.topic",
                        name,
                        "publish.qos",
                        Integer.toString(qos),
                        "publish.payload",
                        "21.5",
                        "publish.rate",
                        rate));
    }

    static TestElement subscribe(String filters) {
        return element(new MqttSubscribeSampler(), "subscribe", Map.of("subscribe.topic_filters", filters));
    }

    static List<RecordedRow> labelled(List<RecordedRow> rows, String label) {
        return rows.stream().filter(row -> label.equals(row.label())).collect(Collectors.toList());
    }

    /** Accepts the connection and acknowledges every QoS 1 publish. */
    static void acknowledgeAll(ScriptedConnection connection) throws Exception {
        connection.accept();
        while (true) {
            Packet packet = connection.readAnsweringPings();
            if (packet.type() == Packet.PUBLISH && packet.qos() == 1) {
                connection.acknowledge(Packet.PUBACK, packet.packetIdentifier());
            }
        }
    }
}
