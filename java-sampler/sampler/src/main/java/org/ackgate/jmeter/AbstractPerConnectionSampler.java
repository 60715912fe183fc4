package org.ackgate.jmeter;

import java.util.List;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.row.Row;
import org.jspecify.annotations.Nullable;

/** A sampler that acts on each connection of the thread in turn, one row each. */
abstract class AbstractPerConnectionSampler extends AbstractMqttSampler {
    private static final long serialVersionUID = 1L;

    @Override
    final @Nullable Row sample(DeviceThread thread) {
        List<DeviceConnection> connections = thread.connections();
        if (connections.isEmpty()) {
            ensureUp(thread, null);
            return thread.waits().isEnding() ? null : notConnected(thread, null);
        }
        Row last = null;
        for (int i = 0; i < connections.size() && !thread.waits().isEnding(); i++) {
            Row row = sample(thread, connections.get(i));
            if (row != null && last != null) {
                thread.rows().extra(last);
            }
            last = row == null ? last : row;
        }
        return last;
    }

    /** Does the work for one connection; null makes no row. */
    abstract @Nullable Row sample(DeviceThread thread, DeviceConnection connection);
}
