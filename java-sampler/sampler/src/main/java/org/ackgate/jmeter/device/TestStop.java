package org.ackgate.jmeter.device;

import java.lang.reflect.Field;
import org.apache.jmeter.threads.JMeterThread;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a thread was told to stop. JMeter's Shutdown sets a private flag and interrupts nothing, so a wait that does
 * not look at it would hold the shutdown up. Where the flag cannot be read, waits end by their limit or by Stop Now.
 */
final class TestStop {
    private static final Logger LOG = LoggerFactory.getLogger(TestStop.class);
    private static final @Nullable Field RUNNING = runningField();

    private TestStop() {}

    static boolean isStopping(@Nullable JMeterThread thread) {
        if (thread == null || RUNNING == null) {
            return false;
        }
        try {
            return !RUNNING.getBoolean(thread);
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private static @Nullable Field runningField() {
        try {
            Field field = JMeterThread.class.getDeclaredField("running");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.warn("Shutdown will wait for running MQTT samples: {}", e.toString());
            return null;
        }
    }
}
