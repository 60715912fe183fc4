package org.ackgate.jmeter.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.ackgate.session.WarmUp;
import org.apache.jmeter.util.JMeterUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the threads of one JMeter process share during one test. JMeter clones every element for every thread, so what
 * they share can only live here; it is made anew at the start of each test.
 */
public final class RunContext {
    /** JMeter property: 1 to 8 hexadecimal digits stamped into messages. */
    public static final String RUN_ID = "ackgate.run_id";
    /** JMeter property: where the JSON summary goes at the end of the test. */
    public static final String SUMMARY_FILE = "ackgate.summary_file";

    private static final Logger LOG = LoggerFactory.getLogger(RunContext.class);
    private static final int HEX = 16;

    private static volatile RunContext current = new RunContext();
    private static boolean running = false;

    private final int runId = readRunId();
    private final RunCounters counters = new RunCounters();
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
    private volatile @Nullable BarrierReport barrier = null;

    private RunContext() {}

    /** The context of the running test; before the first test, one that is never summed up. */
    public static RunContext current() {
        return current;
    }

    /** Starts a context; every element may say so, the first one counts. */
    public static synchronized void testStarted() {
        if (!running) {
            WarmUp.once();
            current = new RunContext();
            running = true;
        }
    }

    /** Sums the context up; every element may say so, the first one counts. */
    public static synchronized void testEnded() {
        if (running) {
            running = false;
            current.sumUp();
        }
    }

    /** Identity of this run in message stamps. */
    public int runId() {
        return runId;
    }

    public RunCounters counters() {
        return counters;
    }

    /** The one object of this type that all threads of the run share, made at first use. */
    public <T> T shared(Class<T> type, Supplier<T> maker) {
        return type.cast(shared.computeIfAbsent(type, absent -> maker.get()));
    }

    /** Keeps how the ready barrier opened. */
    public void barrierOpened(BarrierReport report) {
        barrier = report;
    }

    private void sumUp() {
        RunSummary summary = new RunSummary(counters, barrier);
        LOG.info(summary.logLine());
        String file = JMeterUtils.getPropDefault(SUMMARY_FILE, "");
        if (file.isBlank()) {
            return;
        }
        try {
            Files.write(Path.of(file.trim()), summary.json().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.error("The summary could not be written to {} ({}): {}", file, SUMMARY_FILE, e.toString());
        }
    }

    private static int readRunId() {
        String text = JMeterUtils.getPropDefault(RUN_ID, "").trim();
        if (text.isEmpty()) {
            return ThreadLocalRandom.current().nextInt();
        }
        try {
            return Integer.parseUnsignedInt(text, HEX);
        } catch (NumberFormatException e) {
            LOG.error("{} must be 1 to 8 hexadecimal digits, not '{}'; a random one is used", RUN_ID, text);
            return ThreadLocalRandom.current().nextInt();
        }
    }
}
