package org.ackgate.jmeter.receive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.AbstractHistogram;
import org.ackgate.jmeter.run.RunContext;
import org.junit.jupiter.api.Test;

class MessageLedgerTest {
    private static final long NO_GRACE = 0;
    private static final long LONG_GRACE = 60_000_000_000L;

    private final AtomicInteger wakes = new AtomicInteger();
    private final MessageLedger ledger = new MessageLedger(wakes::incrementAndGet);

    @Test
    void lost_duplicate_and_reordered_are_counted_apart() {
        MessageRecorder recorder = ledger.claim("");
        for (int sequence : new int[] {1, 2, 2, 5, 4, 7}) {
            arrive("a/b", sequence);
        }
        WindowCounts counts = take(recorder, NO_GRACE);
        assertEquals(6, counts.received());
        assertEquals(2, counts.lost(), "3 and 6");
        assertEquals(1, counts.duplicate(), "2");
        assertEquals(1, counts.reordered(), "4");
    }

    @Test
    void a_gap_is_lost_once_and_only_after_its_grace() {
        MessageRecorder recorder = ledger.claim("");
        arrive("a/b", 1);
        arrive("a/b", 3);
        assertEquals(0, take(recorder, LONG_GRACE).lost());
        assertEquals(1, take(recorder, NO_GRACE).lost());
        assertEquals(0, take(recorder, NO_GRACE).lost());
        arrive("a/b", 2);
        WindowCounts late = take(recorder, NO_GRACE);
        assertEquals(1, late.reordered());
        assertEquals(0, late.lost());
    }

    @Test
    void latencies_are_kept_one_by_one() {
        MessageRecorder recorder = ledger.claim("");
        for (int i = 1; i <= 99; i++) {
            ledger.onMessage(ArrivedMessage.stamped("a/b", i, 1_000_000, 1_000_200));
        }
        ledger.onMessage(ArrivedMessage.stamped("a/b", 100, 1_000_000, 6_000_000));
        AbstractHistogram latencies = take(recorder, NO_GRACE).endToEndUs();
        assertNotNull(latencies);
        assertEquals(100, latencies.getTotalCount());
        assertEquals(200, latencies.getValueAtPercentile(99));
        assertEquals(5_000_000, latencies.getMaxValue(), 5_000);
    }

    @Test
    void a_negative_latency_is_counted_and_in_no_histogram() {
        MessageRecorder recorder = ledger.claim("");
        ledger.onMessage(ArrivedMessage.stamped("a/b", 1, 1_000, 900));
        WindowCounts counts = take(recorder, NO_GRACE);
        assertEquals(1, counts.negativeLatencies());
        assertNull(counts.endToEndUs());
    }

    @Test
    void a_message_without_stamp_is_counted_without_latency_or_sequence() {
        MessageRecorder recorder = ledger.claim("");
        ledger.onMessage(ArrivedMessage.plain("a/b", "21.5"));
        WindowCounts counts = take(recorder, NO_GRACE);
        assertEquals(1, counts.received());
        assertEquals(0, counts.stamped());
        assertFalse(counts.hasSequences());
        assertNull(counts.endToEndUs());
    }

    @Test
    void a_retained_message_has_no_latency() {
        MessageRecorder recorder = ledger.claim("");
        ledger.onMessage(ArrivedMessage.stamped("a/b", 1, 0, 1_000_000).retained());
        assertNull(take(recorder, NO_GRACE).endToEndUs());
    }

    @Test
    void two_filters_are_kept_apart() {
        MessageRecorder first = ledger.claim("a/+");
        MessageRecorder second = ledger.claim("b/+");
        arrive("a/1", 1);
        arrive("b/1", 1);
        arrive("b/1", 2);
        assertEquals(1, take(first, NO_GRACE).received());
        assertEquals(2, take(second, NO_GRACE).received());
    }

    @Test
    void what_came_before_the_first_window_is_in_it() {
        ledger.subscribed("a/+");
        arrive("a/1", 1);
        assertEquals(1, take(ledger.claim(""), NO_GRACE).received());
        ledger.subscribed("a/+");
        arrive("a/1", 2);
        assertEquals(1, take(ledger.claim(""), NO_GRACE).received());
    }

    @Test
    void the_last_message_is_kept_on_demand() {
        MessageRecorder recorder = ledger.claim("");
        ledger.onMessage(ArrivedMessage.plain("a", "first"));
        recorder.keepLast(false);
        assertNull(take(recorder, NO_GRACE).lastPayload());
        recorder.keepLast(true);
        ledger.onMessage(ArrivedMessage.plain("a", "second"));
        assertArrayEquals(
                "second".getBytes(StandardCharsets.UTF_8),
                take(recorder, NO_GRACE).lastPayload());
    }

    @Test
    void members_of_a_shared_group_are_followed_together() {
        MessageLedger other = new MessageLedger(() -> {});
        String filter = "$share/together/a/+";
        MessageRecorder first = ledger.claim(filter);
        MessageRecorder second = other.claim(filter);
        ledger.onMessage(ArrivedMessage.stamped("a/1", 1, 0, 1));
        other.onMessage(ArrivedMessage.stamped("a/1", 2, 0, 1));
        other.onMessage(ArrivedMessage.stamped("a/1", 4, 0, 1));
        ledger.onMessage(ArrivedMessage.stamped("a/1", 3, 0, 1));
        ledger.onMessage(ArrivedMessage.stamped("a/1", 6, 0, 1));
        WindowCounts one = take(first, NO_GRACE);
        WindowCounts two = take(second, NO_GRACE);
        assertEquals(1, one.lost() + two.lost(), "5 came to neither");
        assertEquals(0, one.reordered() + two.reordered(), "3 was in order on its own connection");
    }

    @Test
    void a_wait_for_a_count_is_woken_when_it_is_reached() {
        ledger.claim("");
        ledger.wakeAt(2);
        arrive("a", 1);
        assertEquals(0, wakes.get());
        arrive("a", 2);
        assertEquals(1, wakes.get());
    }

    @Test
    void messages_no_window_took_are_counted_as_unread() {
        long before = RunContext.current().counters().unreadMessages().sum();
        ledger.subscribed("a/+");
        arrive("a/1", 1);
        arrive("b/1", 1);
        ledger.close();
        assertEquals(
                before + 2, RunContext.current().counters().unreadMessages().sum());
    }

    private void arrive(String topic, int sequence) {
        ledger.onMessage(ArrivedMessage.stamped(topic, sequence, 0, 1_000));
    }

    private static WindowCounts take(MessageRecorder recorder, long graceNanos) {
        return recorder.take(System.nanoTime(), graceNanos);
    }
}
