package org.ackgate.jmeter.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ackgate.jmeter.MqttConnectSampler;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.session.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectSettingsTest {
    @Test
    void a_pattern_numbers_the_connections_of_a_thread() {
        ConnectSettings settings = settings(Map.of("connect.client_id", "d-{n}", "connections", "3"));
        assertEquals("d-1", settings.optionsFor(1).clientId());
        assertEquals("d-3", settings.optionsFor(3).clientId());
    }

    @Test
    void one_client_identifier_for_several_connections_is_refused() {
        ConnectSettings settings = settings(Map.of("connect.client_id", "same", "connections", "2"));
        InvalidInputException refusal = assertThrows(InvalidInputException.class, () -> settings.optionsFor(1));
        assertTrue(String.valueOf(refusal.getMessage()).contains("{n}"));
    }

    @Test
    void each_connection_takes_the_next_line_of_the_file(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ids.csv"), "device_id,region\nd1,eu\nd2,us\n");
        ConnectSettings settings = settings(Map.of("connect.client_id_file", file.toString(), "connections", "2"));
        assertEquals("d1", settings.optionsFor(1).clientId());
        assertEquals("d2", settings.optionsFor(2).clientId());
        InvalidInputException refusal = assertThrows(InvalidInputException.class, () -> settings.optionsFor(3));
        assertTrue(String.valueOf(refusal.getMessage()).contains("2 lines"));
    }

    @Test
    void source_addresses_are_taken_in_turn() {
        ConnectSettings settings = settings(Map.of("connect.source_address", "127.0.0.2, 127.0.0.3"));
        assertEquals(
                Set.of("127.0.0.2", "127.0.0.3"),
                Stream.of(1, 2)
                        .map(n -> String.valueOf(settings.optionsFor(n).localAddress()))
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource({
        "connect.keep_alive_s,-1",
        "connect.keep_alive_s,65536",
        "connect.timeout_ms,0",
        "connect.receive_maximum,0",
        "connect.clean_start,maybe",
        "connections,20001",
        "connect.rate_per_s,-5",
        "reconnect.attempts,x",
        "connect.will_qos,3",
        "tls.verify,no"
    })
    void a_value_outside_its_range_names_field_and_value(String property, String value) {
        InvalidInputException refusal = assertThrows(
                InvalidInputException.class, () -> settings(Map.of(property, value, "connect.will_topic", "lost")));
        String message = String.valueOf(refusal.getMessage());
        assertTrue(message.contains(property) && message.contains("'" + value + "'"), message);
    }

    private static ConnectSettings settings(Map<String, String> properties) {
        MqttConnectSampler element = new MqttConnectSampler();
        properties.forEach(element::setProperty);
        return new ConnectSettings("connect", new FieldReader(element));
    }
}
