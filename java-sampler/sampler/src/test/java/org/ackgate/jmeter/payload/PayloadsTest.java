package org.ackgate.jmeter.payload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ackgate.jmeter.MqttPublishSampler;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.session.InvalidInputException;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadsTest {
    private static final long SEED = 7;

    @ParameterizedTest
    @CsvSource({"text,21.5,21.5", "hex,32 31 2e 35,21.5", "base64,MjEuNQ==,21.5"})
    void literals_are_decoded(String kind, String payload, String expected) {
        PayloadSource source = source(Map.of("publish.payload_kind", kind, "publish.payload", payload));
        assertEquals(expected, new String(source.next(), StandardCharsets.US_ASCII));
        assertFalse(source.isGenerated());
    }

    @ParameterizedTest
    @CsvSource({"hex,123", "hex,xy", "base64,*", "words,x"})
    void a_bad_literal_is_refused_without_being_shown(String kind, String payload) {
        InvalidInputException refusal = assertThrows(InvalidInputException.class, () -> source(
                        Map.of("publish.payload_kind", kind, "publish.payload", payload))
                .next());
        assertFalse(String.valueOf(refusal.getMessage()).contains("'" + payload + "'"));
    }

    @Test
    void random_bytes_have_the_size_and_follow_the_seed() {
        Map<String, String> properties = Map.of("publish.payload_kind", "size", "publish.size_bytes", "512");
        byte[] first = source(properties).next();
        assertEquals(512, first.length);
        assertArrayEquals(first, source(properties).next());
        PayloadSource source = source(properties);
        assertFalse(Arrays.equals(source.next(), source.next()));
        assertTrue(source.isGenerated());
    }

    @Test
    void a_random_payload_may_be_larger_than_the_block_it_is_cut_from() {
        byte[] payload = source(Map.of("publish.payload_kind", "size", "publish.size_bytes", "3000000"))
                .next();
        assertEquals(3_000_000, payload.length);
        assertTrue(payload[2_999_999] != 0 || payload[2_999_998] != 0 || payload[2_999_997] != 0);
    }

    @Test
    void a_mix_keeps_its_weights() {
        PayloadSource source = source(Map.of("publish.payload_kind", "mix", "publish.mix", "256:70, 512:20, 1024:10"));
        Map<Integer, Integer> sizes = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            sizes.merge(source.next().length, 1, Integer::sum);
        }
        assertEquals(7_000, sizes.getOrDefault(256, 0), 200);
        assertEquals(2_000, sizes.getOrDefault(512, 0), 200);
        assertEquals(1_000, sizes.getOrDefault(1024, 0), 200);
    }

    @ParameterizedTest
    @CsvSource({"256", "256:0", "256:-1", "x:1", "-1:1", "256:many"})
    void a_mix_that_cannot_be_used_names_the_part(String mix) {
        InvalidInputException refusal = assertThrows(
                InvalidInputException.class, () -> source(Map.of("publish.payload_kind", "mix", "publish.mix", mix)));
        assertTrue(String.valueOf(refusal.getMessage()).contains("publish.mix"));
    }

    @Test
    void variables_in_a_file_are_filled_per_send(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("p.json"), "{\"id\":\"${device_id}\"}");
        JMeterVariables variables = new JMeterVariables();
        JMeterContextService.getContext().setVariables(variables);
        PayloadSource source = source(Map.of("publish.payload_kind", "file", "publish.payload_file", file.toString()));
        variables.put("device_id", "d1");
        assertEquals("{\"id\":\"d1\"}", new String(source.next(), StandardCharsets.UTF_8));
        variables.put("device_id", "d2");
        assertEquals("{\"id\":\"d2\"}", new String(source.next(), StandardCharsets.UTF_8));
    }

    @Test
    void a_file_without_variables_keeps_its_bytes(@TempDir Path folder) throws Exception {
        byte[] bytes = {0, (byte) 0xFF, (byte) 0x80, 1};
        Path file = Files.write(folder.resolve("p.bin"), bytes);
        assertArrayEquals(
                bytes,
                source(Map.of("publish.payload_kind", "file", "publish.payload_file", file.toString()))
                        .next());
    }

    @Test
    void a_missing_file_is_named() {
        InvalidInputException refusal = assertThrows(
                InvalidInputException.class,
                () -> source(Map.of("publish.payload_kind", "file", "publish.payload_file", "/no/such/file")));
        assertTrue(String.valueOf(refusal.getMessage()).contains("/no/such/file"));
    }

    private static PayloadSource source(Map<String, String> properties) {
        MqttPublishSampler element = new MqttPublishSampler();
        properties.forEach(element::setProperty);
        return Payloads.read(new FieldReader(element), SEED);
    }
}
