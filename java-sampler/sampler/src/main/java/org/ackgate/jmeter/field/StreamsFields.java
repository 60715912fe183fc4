package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Streams. */
public final class StreamsFields {
    public static final Field SEED = Field.text(
            "streams.seed", "Seed", "1", "Same seed, same first sends; the streams of the devices are spread by it");
    public static final Field DURATION_S = Field.text(
            "streams.duration_s",
            "Duration (s)",
            "",
            "Ends the streams before the thread's scheduled end; empty: then");
    public static final Field BARRIER_THREADS = Field.text(
            "streams.barrier_threads",
            "Threads to wait for",
            "0",
            "Streams start when this many threads of this JMeter process are connected and here; 0: no barrier");
    public static final Field BARRIER_LIMIT_S = Field.text(
            "streams.barrier_limit_s",
            "Barrier limit (s)",
            "60",
            "After this long the streams start anyway, and it is said");
    public static final Field WARM_UP_S = Field.text(
            "streams.warm_up_s",
            "Warm-up until (s after test start)",
            "",
            "Publishes before it are marked warm_up; empty: JMeter property ackgate.warm_up_s");
    public static final Field STEADY_END_S = Field.text(
            "streams.steady_end_s",
            "Drain from (s after test start)",
            "",
            "Publishes from then on are marked drain; empty: JMeter property ackgate.steady_end_s");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(
            FieldGroup.of("Schedule", SEED, DURATION_S),
            FieldGroup.of("Ready barrier", BARRIER_THREADS, BARRIER_LIMIT_S),
            FieldGroup.of("Phases", WARM_UP_S, STEADY_END_S));

    private StreamsFields() {}
}
