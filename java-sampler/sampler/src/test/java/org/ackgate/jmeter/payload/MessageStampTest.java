package org.ackgate.jmeter.payload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ackgate.session.InvalidInputException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageStampTest {
    private static final MessageStamp STAMP = new MessageStamp(0xCAFEBABE, -7L, 0xFFFFFFFE, 1_796_071_010_035_123L);

    @Test
    void a_header_is_read_back() {
        byte[] payload = new byte[64];
        STAMP.writeHeader(payload);
        assertSame(STAMP, MessageStamp.of(ByteBuffer.wrap(payload)));
    }

    @Test
    void a_header_has_the_documented_layout() {
        byte[] payload = new byte[MessageStamp.HEADER_BYTES];
        new MessageStamp(1, 2, 3, 4).writeHeader(payload);
        byte[] expected = new byte[32];
        System.arraycopy("AckG".getBytes(StandardCharsets.US_ASCII), 0, expected, 0, 4);
        expected[4] = 1;
        expected[11] = 1;
        expected[19] = 2;
        expected[23] = 3;
        expected[31] = 4;
        assertArrayEquals(expected, payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"v\":21.5}", " { \n \"v\" : [1] }"})
    void a_json_member_is_read_back_and_keeps_the_object_valid(String json) {
        byte[] stamped = StampKind.JSON.apply(json.getBytes(StandardCharsets.UTF_8), false, STAMP);
        String text = new String(stamped, StandardCharsets.UTF_8);
        assertSame(STAMP, MessageStamp.of(ByteBuffer.wrap(stamped)));
        assertEquals(json.contains("v"), text.contains(","), text);
        assertTrue(text.endsWith("}"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1]", "21.5", "{"})
    void a_json_stamp_refuses_what_is_no_object(String text) {
        assertThrows(
                InvalidInputException.class,
                () -> StampKind.JSON.apply(text.getBytes(StandardCharsets.UTF_8), false, STAMP));
    }

    @Test
    void a_header_leaves_an_array_that_is_not_fresh_alone() {
        byte[] payload = new byte[32];
        byte[] stamped = StampKind.HEADER.apply(payload, false, STAMP);
        assertArrayEquals(new byte[32], payload);
        assertNotNull(MessageStamp.of(ByteBuffer.wrap(stamped)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "AckG",
                "plain text that is longer than thirty-two bytes",
                "{\"ackgate\":\"2:1\"}",
                "{\"ackgate\":\"1:x:y:z:w\"}"
            })
    void anything_else_has_no_stamp(String text) {
        assertNull(MessageStamp.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void each_client_and_topic_is_a_publisher_of_its_own() {
        assertNotEquals(MessageStamp.publisherId("a", "b/c"), MessageStamp.publisherId("a", "b/d"));
        assertNotEquals(MessageStamp.publisherId("ab", "c"), MessageStamp.publisherId("a", "bc"));
        assertEquals(MessageStamp.publisherId("a", "b"), MessageStamp.publisherId("a", "b"));
    }

    private static void assertSame(MessageStamp expected, @Nullable MessageStamp actual) {
        assertNotNull(actual);
        assertEquals(expected.text(), actual.text());
    }
}
