package org.ackgate.jmeter.receive;

import java.util.ArrayList;
import java.util.List;

/**
 * The sequence of one publisher as it arrives. A number that is skipped opens a gap; it is lost when the gap is older
 * than the grace, and reordered when it arrives after a higher one, be it lost before or not. Anything else that arrives
 * again is a duplicate.
 */
final class PublisherSequence {
    /** How a message fits in. */
    enum Fit {
        IN_ORDER,
        REORDERED,
        DUPLICATE
    }

    private static final int MAXIMUM_GAPS = 1_024;

    private final List<Gap> gaps = new ArrayList<>(0);
    private long first;
    private long highest;

    PublisherSequence(long first) {
        this.first = first;
        this.highest = first - 1;
    }

    Fit arrived(long sequence, long nowNanos) {
        if (sequence > highest) {
            if (sequence > highest + 1) {
                gaps.add(new Gap(highest + 1, sequence - 1, nowNanos));
            }
            highest = sequence;
            return Fit.IN_ORDER;
        }
        if (sequence < first) {
            first = sequence;
            return Fit.REORDERED;
        }
        return fill(sequence) ? Fit.REORDERED : Fit.DUPLICATE;
    }

    /** Numbers that are newly held for lost: missing since before {@code sinceNanos}. */
    long lostSince(long sinceNanos) {
        long lost = 0;
        for (Gap gap : gaps) {
            if (!gap.lost && gap.sinceNanos - sinceNanos <= 0) {
                gap.lost = true;
                lost += gap.size();
            }
        }
        forgetOldest();
        return lost;
    }

    boolean hasOpenGaps() {
        return gaps.stream().anyMatch(gap -> !gap.lost);
    }

    private boolean fill(long sequence) {
        for (int i = 0; i < gaps.size(); i++) {
            Gap gap = gaps.get(i);
            if (sequence >= gap.from && sequence <= gap.to) {
                gaps.remove(i);
                keep(gap, gap.from, sequence - 1);
                keep(gap, sequence + 1, gap.to);
                return true;
            }
        }
        return false;
    }

    private void keep(Gap gap, long from, long to) {
        if (from <= to) {
            Gap rest = new Gap(from, to, gap.sinceNanos);
            rest.lost = gap.lost;
            gaps.add(rest);
        }
    }

    /** Lost numbers are remembered only so that a late one is told from a duplicate; that memory has a bound. */
    private void forgetOldest() {
        while (gaps.size() > MAXIMUM_GAPS && gaps.get(0).lost) {
            gaps.remove(0);
        }
    }

    private static final class Gap {
        private final long from;
        private final long to;
        private final long sinceNanos;
        private boolean lost = false;

        Gap(long from, long to, long sinceNanos) {
            this.from = from;
            this.to = to;
            this.sinceNanos = sinceNanos;
        }

        long size() {
            return to - from + 1;
        }
    }
}
