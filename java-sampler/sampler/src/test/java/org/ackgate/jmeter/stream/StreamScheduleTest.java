package org.ackgate.jmeter.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.ackgate.session.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamScheduleTest {
    private static final long S = 1_000_000_000L;

    @Test
    void the_earliest_stream_is_next_and_each_keeps_its_rate() {
        StreamSchedule<String> schedule = new StreamSchedule<>(0);
        schedule.add("slow", Rate.parse("rate", "1/min"), 0.5);
        schedule.add("fast", Rate.parse("rate", "6/min"), 0);
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            StreamSchedule.Turn<String> turn = next(schedule);
            taken.add(turn.sender() + "@" + turn.intendedNanos() / S);
            turn.taken();
        }
        assertEquals(
                List.of("fast@0", "fast@10", "fast@20", "slow@30", "fast@30", "fast@40", "fast@50", "fast@60"), taken);
    }

    @Test
    void a_late_thread_gets_every_intended_time() {
        StreamSchedule<String> schedule = new StreamSchedule<>(100 * S);
        schedule.add("telemetry", Rate.parse("rate", "2/s"), 0.25);
        for (int k = 0; k < 1_000; k++) {
            StreamSchedule.Turn<String> turn = next(schedule);
            assertEquals(100 * S + S / 8 + k * S / 2, turn.intendedNanos());
            turn.taken();
        }
    }

    @Test
    void rounding_never_adds_up() {
        StreamSchedule<String> schedule = new StreamSchedule<>(0);
        schedule.add("thirds", Rate.parse("rate", "3/s"), 0);
        for (int k = 0; k < 300_000; k++) {
            next(schedule).taken();
        }
        assertEquals(100_000 * S, next(schedule).intendedNanos());
    }

    @Test
    void phases_follow_the_seed_and_spread_over_devices() {
        assertEquals(StreamSchedule.phase(1, "d1", "s"), StreamSchedule.phase(1, "d1", "s"));
        assertNotEquals(StreamSchedule.phase(1, "d1", "s"), StreamSchedule.phase(2, "d1", "s"));
        int[] tenths = new int[10];
        for (int device = 0; device < 5_000; device++) {
            double phase = StreamSchedule.phase(1, "device-" + device, "telemetry");
            assertTrue(phase >= 0 && phase < 1);
            tenths[(int) (phase * 10)]++;
        }
        for (int count : tenths) {
            assertEquals(500, count, 100);
        }
    }

    @Test
    void no_streams_no_turn() {
        assertNull(new StreamSchedule<String>(0).earliest());
    }

    @ParameterizedTest
    @CsvSource({"5/s,5", "1/min,0.0166666666666", "10/h,0.0027777777777", "0.2/s,0.2", "2 / s,2"})
    void rates_are_read(String text, double perS) {
        assertEquals(perS, Rate.parse("rate", text).perS(), 1e-9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "0/s", "-1/s", "5/day", "1/s/s", "x/s"})
    void a_bad_rate_names_the_field(String text) {
        InvalidInputException refusal =
                assertThrows(InvalidInputException.class, () -> Rate.parse("publish.rate", text));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith("publish.rate must be a rate"));
    }

    private static StreamSchedule.Turn<String> next(StreamSchedule<String> schedule) {
        StreamSchedule.Turn<String> turn = schedule.earliest();
        assertNotNull(turn);
        return turn;
    }
}
