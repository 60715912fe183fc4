package org.ackgate.jmeter.receive;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.ackgate.jmeter.payload.MessageStamp;
import org.ackgate.session.IncomingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one filter between two windows. Messages come on the event loop, windows are taken by the
 * JMeter thread.
 */
public final class MessageRecorder {
    private final SequenceBook own = new SequenceBook();
    private final Map<Long, Long> highestHere = new HashMap<>();
    private final SharedGroups groups;
    private MessageCounts counts = new MessageCounts();
    private @Nullable SequenceBook lastShared = null;
    private boolean sawOwn = false;
    /** On before the first window, which is what says whether it is wanted. */
    private boolean keepsLast = true;

    MessageRecorder(SharedGroups groups) {
        this.groups = groups;
    }

    /** Keeps the payload of the last message of each window, or no longer; the coming window is the first of them. */
    public synchronized void keepLast(boolean keep) {
        keepsLast = keep;
        if (!keep) {
            counts.lastPayload = null;
        }
    }

    /** Messages since the last window. */
    public synchronized long received() {
        return counts.received;
    }

    /**
     * Ends a window.
     *
     * @param nowNanos {@link System#nanoTime()}
     * @param graceNanos how long a missing number is waited for before it is lost
     */
    public synchronized WindowCounts take(long nowNanos, long graceNanos) {
        MessageCounts taken = counts;
        counts = new MessageCounts();
        long since = nowNanos - graceNanos;
        long lost = own.lostSince(since);
        if (lastShared != null) {
            lost += lastShared.lostSince(since);
        }
        boolean hasSequences = sawOwn || lastShared != null;
        return new WindowCounts(taken, hasSequences, lost);
    }

    /**
     * Counts a message.
     *
     * @param shared the shared subscription it came by; null when it came by none
     */
    synchronized void record(IncomingMessage message, @Nullable MessageStamp stamp, @Nullable TopicFilter shared) {
        counts.received++;
        counts.payloadBytes += message.payloadBytes();
        if (keepsLast) {
            counts.lastPayload = copy(message.payload());
        }
        if (stamp == null || message.retain()) {
            return;
        }
        counts.stamped++;
        counts.latency(message.decodeEpochUs() - stamp.sendEpochUs());
        if (shared == null) {
            sawOwn = true;
            count(own.arrived(stamp, message.decodeNanoTime()));
        } else if (!groups.crossesProcesses()) {
            countShared(stamp, message.decodeNanoTime(), groups.book(shared.text()));
        }
    }

    synchronized void takeOver(MessageRecorder earlier) {
        synchronized (earlier) {
            counts.add(earlier.counts);
            earlier.counts = new MessageCounts();
        }
    }

    /** Members of a group run beside each other, so only what is late on this one counts as reordered. */
    private void countShared(MessageStamp stamp, long nowNanos, SequenceBook book) {
        lastShared = book;
        PublisherSequence.Fit fit = book.arrived(stamp, nowNanos);
        long sequence = Integer.toUnsignedLong(stamp.sequence());
        Long highest = highestHere.merge(SequenceBook.key(stamp), sequence, Math::max);
        if (fit == PublisherSequence.Fit.REORDERED && sequence == highest) {
            return;
        }
        count(fit);
    }

    private void count(PublisherSequence.Fit fit) {
        if (fit == PublisherSequence.Fit.DUPLICATE) {
            counts.duplicate++;
        } else if (fit == PublisherSequence.Fit.REORDERED) {
            counts.reordered++;
        }
    }

    private static byte[] copy(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        return bytes;
    }
}
