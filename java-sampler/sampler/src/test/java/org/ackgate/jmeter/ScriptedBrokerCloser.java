package org.ackgate.jmeter;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.ackgate.scripted.ScriptedBroker;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/** Closes a broker in the middle of a plan; makes no row. */
public class ScriptedBrokerCloser extends AbstractSampler {
    private static final long serialVersionUID = 1L;
    private static final long SETTLE_MS = 300;

    static @Nullable ScriptedBroker target = null;

    @Override
    public @Nullable SampleResult sample(@Nullable Entry unused) {
        try {
            if (target != null) {
                target.close();
            }
            Thread.sleep(SETTLE_MS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }
}
