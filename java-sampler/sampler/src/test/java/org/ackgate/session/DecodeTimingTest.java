package org.ackgate.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts and a wide margin; docs/benchmarks.md has the figures. */
class DecodeTimingTest {
    private static final int THREADS = 20;
    private static final int PUBLISHES_EACH = 20;
    private static final double MEDIAN_LIMIT_US = 20_000;

    @Test
    void a_recorded_time_holds_what_the_broker_held_and_little_more() throws Exception {
        List<DecodeTiming.Sample> samples = DecodeTiming.measure(THREADS, PUBLISHES_EACH);
        assertEquals(THREADS * PUBLISHES_EACH, samples.size());
        samples.forEach(sample -> {
            assertTrue(sample.beyondUs() >= -1, () -> "recorded " + -sample.beyondUs() + " us less than held");
            assertTrue(sample.wakeUpUs() >= 0, () -> "woken before the decode: " + sample.wakeUpUs() + " us");
        });
        double medianUs = samples.stream()
                .mapToDouble(DecodeTiming.Sample::beyondUs)
                .sorted()
                .skip(samples.size() / 2)
                .findFirst()
                .orElseThrow();
        assertTrue(medianUs <= MEDIAN_LIMIT_US, () -> "median of recorded - held is " + medianUs + " us");
    }
}
