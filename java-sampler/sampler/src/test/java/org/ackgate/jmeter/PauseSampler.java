package org.ackgate.jmeter;

import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/** Leaves the connection alone for a while; makes no row. */
public class PauseSampler extends AbstractSampler {
    private static final long serialVersionUID = 1L;
    private static final long PAUSE_MS = 300;

    @Override
    public @Nullable SampleResult sample(@Nullable Entry unused) {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }
}
