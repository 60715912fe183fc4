package org.ackgate.jmeter.run;

import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.util.JMeterUtils;
import org.jspecify.annotations.Nullable;

/** Which part of the test a moment belongs to: {@code warm_up}, {@code steady} or {@code drain}. */
public final class Phase {
    /** JMeter property: seconds after test start until which rows are marked {@code warm_up}. */
    public static final String WARM_UP_S = "ackgate.warm_up_s";
    /** JMeter property: seconds after test start from which rows are marked {@code drain}. */
    public static final String STEADY_END_S = "ackgate.steady_end_s";

    private static final double MS_PER_S = 1_000;

    private final double warmUpS;
    private final double steadyEndS;

    private Phase(double warmUpS, double steadyEndS) {
        this.warmUpS = warmUpS;
        this.steadyEndS = steadyEndS;
    }

    /**
     * Bounds in seconds after test start.
     *
     * @param warmUpS end of the warm-up; null takes the JMeter property, 0 where that is not set
     * @param steadyEndS start of the drain; null takes the JMeter property, never where that is not set
     */
    public static Phase of(@Nullable Double warmUpS, @Nullable Double steadyEndS) {
        return new Phase(
                warmUpS == null ? property(WARM_UP_S, 0) : warmUpS,
                steadyEndS == null ? property(STEADY_END_S, Double.POSITIVE_INFINITY) : steadyEndS);
    }

    /** The phase at a wall-clock time. */
    public String at(long epochMs) {
        return after((epochMs - JMeterContextService.getTestStartTime()) / MS_PER_S);
    }

    /** The phase so many seconds after test start. */
    String after(double sinceStartS) {
        if (sinceStartS < warmUpS) {
            return "warm_up";
        }
        return sinceStartS >= steadyEndS ? "drain" : "steady";
    }

    private static double property(String name, double fallback) {
        String text = JMeterUtils.getPropDefault(name, "");
        try {
            return text.isBlank() ? fallback : Double.parseDouble(text.trim());
        } catch (NumberFormatException e) {
            return fallback;
        }
    }
}
