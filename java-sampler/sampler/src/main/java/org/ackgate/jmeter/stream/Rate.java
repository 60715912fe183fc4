package org.ackgate.jmeter.stream;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ackgate.session.InvalidInputException;

/** Messages per time, e.g. {@code 5/s}, {@code 1/min}, {@code 10/h}. */
public final class Rate {
    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?)\\s*/\\s*(s|min|h)");
    private static final double NANOS_PER_S = 1e9;
    private static final double S_PER_MIN = 60;
    private static final double S_PER_H = 3600;
    private static final double MINIMUM_PER_S = 1.0 / 86_400;
    private static final double MAXIMUM_PER_S = 1_000_000;

    private final double perS;

    private Rate(double perS) {
        this.perS = perS;
    }

    /**
     * Reads a rate.
     *
     * @throws InvalidInputException when the text is none or lies outside 1 per day to 1,000,000 per second
     */
    public static Rate parse(String field, String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        double perS = matcher.matches() ? Double.parseDouble(matcher.group(1)) / secondsOf(matcher.group(2)) : 0;
        if (perS < MINIMUM_PER_S || perS > MAXIMUM_PER_S) {
            throw new InvalidInputException(
                    field + " must be a rate such as 1/min, 5/s or 10/h, at least one a day, not '" + text + "'");
        }
        return new Rate(perS);
    }

    public double perS() {
        return perS;
    }

    /** Time from one message to the next. */
    public double intervalNanos() {
        return NANOS_PER_S / perS;
    }

    private static double secondsOf(String unit) {
        switch (unit) {
            case "min":
                return S_PER_MIN;
            case "h":
                return S_PER_H;
            default:
                return 1;
        }
    }
}
