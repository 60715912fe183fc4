package org.ackgate.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * {@code make bench-timing}: how exact a recorded time is, as a Markdown table in target/decode-timing.md. The default
 * test run leaves it out. It takes some 35 seconds.
 */
class DecodeTimingBench {
    private static final int PUBLISHES_EACH = 120;
    private static final int WARM_UP_PUBLISHES = 40;
    private static final int[] THREADS = {20, 200};

    @Test
    void writes_the_table() throws Exception {
        DecodeTiming.measure(20, WARM_UP_PUBLISHES);
        List<String> lines = new ArrayList<>(List.of(
                "| threads | cores | publishes | recorded - held: median us | P99 us | wake-up - decode: median us | P99 us |",
                "|---:|---|---:|---:|---:|---:|---:|"));
        for (int threads : THREADS) {
            lines.add(line(threads, "idle", DecodeTiming.measure(threads, PUBLISHES_EACH)));
        }
        int cores = Runtime.getRuntime().availableProcessors();
        AtomicBoolean busy = new AtomicBoolean(true);
        for (int i = 0; i < cores; i++) {
            spinWhile(busy);
        }
        for (int threads : THREADS) {
            lines.add(line(threads, cores + " busy", DecodeTiming.measure(threads, PUBLISHES_EACH)));
        }
        busy.set(false);
        Files.write(Path.of("target", "decode-timing.md"), lines);
    }

    private static void spinWhile(AtomicBoolean busy) {
        Thread spinner = new Thread(
                () -> {
                    while (busy.get()) {
                        Thread.onSpinWait();
                    }
                },
                "busy-core");
        spinner.setDaemon(true);
        spinner.start();
    }

    private static String line(int threads, String cores, List<DecodeTiming.Sample> samples) {
        return String.format(
                Locale.ROOT,
                "| %d | %s | %d | %,.0f | %,.0f | %,.0f | %,.0f |",
                threads,
                cores,
                samples.size(),
                percentile(samples, DecodeTiming.Sample::beyondUs, 0.5),
                percentile(samples, DecodeTiming.Sample::beyondUs, 0.99),
                percentile(samples, DecodeTiming.Sample::wakeUpUs, 0.5),
                percentile(samples, DecodeTiming.Sample::wakeUpUs, 0.99));
    }

    /** Nearest rank. */
    private static double percentile(
            List<DecodeTiming.Sample> samples, ToDoubleFunction<DecodeTiming.Sample> of, double share) {
        double[] sorted = samples.stream().mapToDouble(of).sorted().toArray();
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
