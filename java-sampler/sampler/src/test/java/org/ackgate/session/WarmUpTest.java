package org.ackgate.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void the_first_connect_and_publish_after_it_load_no_classes() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            Packet publish = connection.readAnsweringPings();
            connection.acknowledge(Packet.PUBACK, publish.packetIdentifier());
            connection.drain();
        })) {
            List<String> lines = probe(broker.port());
            int warm = lines.indexOf(WarmUpProbe.WARM);
            assertTrue(warm > 0, lines::toString);
            assertEquals(1, broker.connections(), "the warm-up itself must not touch the broker");
            assertEquals(
                    List.of(),
                    lines.subList(warm, lines.size()).stream()
                            .filter(line -> line.contains("io.netty.") || line.contains(" org.ackgate.session."))
                            .filter(line -> !line.contains("WarmUpProbe") && !line.contains(".Sessions"))
                            .collect(Collectors.toList()));
        }
    }

    private static List<String> probe(int port) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout:tags",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WarmUpProbe.class.getName(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().collect(Collectors.toList());
    }
}
