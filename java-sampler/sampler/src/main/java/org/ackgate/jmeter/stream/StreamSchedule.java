package org.ackgate.jmeter.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Intended times of several streams on one thread, fixed in advance: start + phase + k * interval for each stream. The
 * earliest one is next; a thread that falls behind is late, and no time is ever left out.
 *
 * @param <T> what a stream sends with
 */
public final class StreamSchedule<T> {
    private final List<Stream<T>> streams = new ArrayList<>();
    private final long startNanos;

    /** A schedule without streams yet that starts at this {@link System#nanoTime()}. */
    public StreamSchedule(long startNanos) {
        this.startNanos = startNanos;
    }

    /** Adds a stream whose first time is {@code phase} (from 0, below 1) of an interval after the start. */
    public void add(T sender, Rate rate, double phase) {
        streams.add(new Stream<>(sender, rate.intervalNanos(), phase));
    }

    /** Phase of a stream, from 0 and below 1: evenly spread over devices, the same for the same seed and names. */
    public static double phase(long seed, String device, String stream) {
        long mixed = seed * 0x9E3779B97F4A7C15L + (long) device.hashCode() * 0xBF58476D1CE4E5B9L + stream.hashCode();
        return new SplittableRandom(mixed).nextDouble();
    }

    /** The stream whose turn it is; null without streams. */
    public @Nullable Turn<T> earliest() {
        Stream<T> first = null;
        for (Stream<T> stream : streams) {
            if (first == null || stream.offsetNanos() < first.offsetNanos()) {
                first = stream;
            }
        }
        return first == null ? null : new Turn<>(first, startNanos + first.offsetNanos());
    }

    /** One intended send. */
    public static final class Turn<T> {
        private final Stream<T> stream;
        private final long intendedNanos;

        Turn(Stream<T> stream, long intendedNanos) {
            this.stream = stream;
            this.intendedNanos = intendedNanos;
        }

        public T sender() {
            return stream.sender;
        }

        /** Intended start, as {@link System#nanoTime()}. */
        public long intendedNanos() {
            return intendedNanos;
        }

        /** Moves the stream to its next time. */
        public void taken() {
            stream.sent++;
        }
    }

    private static final class Stream<T> {
        private final T sender;
        private final double intervalNanos;
        private final double phase;
        private long sent = 0;

        Stream(T sender, double intervalNanos, double phase) {
            this.sender = sender;
            this.intervalNanos = intervalNanos;
            this.phase = phase;
        }

        /** Computed from the count, so that rounding never adds up. */
        long offsetNanos() {
            return (long) ((sent + phase) * intervalNanos);
        }
    }
}
