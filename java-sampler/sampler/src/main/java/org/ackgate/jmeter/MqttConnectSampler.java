package org.ackgate.jmeter;

import org.ackgate.jmeter.device.ConnectSettings;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.jspecify.annotations.Nullable;

/** Opens the thread's connections, one connect row each; those that are up already are kept and make no row. */
public class MqttConnectSampler extends AbstractMqttSampler {
    private static final long serialVersionUID = 1L;
    private static final double NANOS_PER_S = 1e9;

    @Override
    @Nullable
    Row sample(DeviceThread thread) {
        ConnectSettings settings = new ConnectSettings(getName(), fields());
        thread.use(settings);
        Connector connector = new Connector(thread, settings);
        long startNanos = System.nanoTime();
        Row last = null;
        for (int n = 1; n <= settings.connections(); n++) {
            long dueNanos = startNanos + (long) ((n - 1) / settings.ratePerS() * NANOS_PER_S);
            if (n > 1 && !thread.waits().until(dueNanos)) {
                return last;
            }
            Row row = connect(thread, connector, settings, thread.connection(n, settings));
            if (row != null && last != null) {
                thread.rows().extra(last);
            }
            last = row == null ? last : row;
        }
        return last;
    }

    private static @Nullable Row connect(
            DeviceThread thread, Connector connector, ConnectSettings settings, DeviceConnection connection) {
        if (connection.session().isConnected()) {
            return null;
        }
        connector.reportLoss(connection);
        boolean isAgain = connection.number() > 0 && !connection.isReleased();
        if ((isAgain || connection.hasFailed()) && !thread.waits().forMs(settings.reconnectPauseMs())) {
            return null;
        }
        return connector.connect(connection, isAgain ? Operation.RECONNECT : Operation.CONNECT);
    }

    @Override
    Operation operation() {
        return Operation.CONNECT;
    }
}
