package org.ackgate.jmeter.payload;

import java.util.List;
import java.util.SplittableRandom;

/** A weighted, seeded mix of payloads. */
final class MixPayload implements PayloadSource {
    private final List<PayloadSource> sources;
    private final double[] upperBounds;
    private final SplittableRandom random;
    private PayloadSource last;

    /** A mix; {@code weights} are above 0 and as many as {@code sources}. */
    MixPayload(List<PayloadSource> sources, double[] weights, long seed) {
        this.sources = sources;
        this.random = new SplittableRandom(seed);
        this.last = sources.get(0);
        upperBounds = new double[weights.length];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            upperBounds[i] = sum;
        }
    }

    @Override
    public byte[] next() {
        last = sources.get(pick());
        return last.next();
    }

    /** Whether the last one is. */
    @Override
    public boolean isGenerated() {
        return last.isGenerated();
    }

    /** Whether the last one is. */
    @Override
    public boolean isFresh() {
        return last.isFresh();
    }

    private int pick() {
        double at = random.nextDouble() * upperBounds[upperBounds.length - 1];
        int index = 0;
        while (index < upperBounds.length - 1 && at >= upperBounds[index]) {
            index++;
        }
        return index;
    }
}
