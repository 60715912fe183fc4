package org.ackgate.jmeter.receive;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.ackgate.jmeter.payload.MessageStamp;

/** Sequences of all publishers as one receiver sees them, or one shared subscription's receivers together. */
final class SequenceBook {
    private final Map<Long, PublisherSequence> publishers = new HashMap<>();
    private final Set<PublisherSequence> withOpenGaps = new HashSet<>();

    /** Identity of a publisher in a run. */
    static long key(MessageStamp stamp) {
        return stamp.publisherId() ^ (stamp.runId() * 0x9E3779B97F4A7C15L);
    }

    synchronized PublisherSequence.Fit arrived(MessageStamp stamp, long nowNanos) {
        long sequence = Integer.toUnsignedLong(stamp.sequence());
        PublisherSequence publisher = publishers.computeIfAbsent(key(stamp), absent -> new PublisherSequence(sequence));
        PublisherSequence.Fit fit = publisher.arrived(sequence, nowNanos);
        if (publisher.hasOpenGaps()) {
            withOpenGaps.add(publisher);
        }
        return fit;
    }

    /** Messages newly held for lost over all publishers: missing since before {@code sinceNanos}. */
    synchronized long lostSince(long sinceNanos) {
        long lost = 0;
        for (Iterator<PublisherSequence> iterator = withOpenGaps.iterator(); iterator.hasNext(); ) {
            PublisherSequence publisher = iterator.next();
            lost += publisher.lostSince(sinceNanos);
            if (!publisher.hasOpenGaps()) {
                iterator.remove();
            }
        }
        return lost;
    }
}
