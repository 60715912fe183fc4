package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.DisconnectFields.*;

import org.ackgate.jmeter.device.ConnectSettings;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.DisconnectResult;
import org.jspecify.annotations.Nullable;

/** Sends DISCONNECT and closes; nothing reconnects after it but another MQTT Connect. */
public class MqttDisconnectSampler extends AbstractPerConnectionSampler {
    private static final long serialVersionUID = 1L;
    private static final long DAY_MS = 86_400_000;

    @Override
    @Nullable
    Row sample(DeviceThread thread, DeviceConnection connection) {
        long timeoutMs = fields().number(TIMEOUT_MS, 1, DAY_MS);
        if (!connection.session().isConnected()) {
            return alreadyDown(thread, connection);
        }
        DisconnectResult call = connection.session().disconnect(thread.deadline(timeoutMs));
        connection.release();
        if (call.outcome().isCut()) {
            RunContext.current().counters().cut(Operation.DISCONNECT).increment();
            return null;
        }
        return Connector.withIdentity(Row.of(Operation.DISCONNECT, getName(), thread.phase(), call), connection);
    }

    private Row alreadyDown(DeviceThread thread, DeviceConnection connection) {
        ConnectSettings settings = thread.settings();
        if (settings != null) {
            new Connector(thread, settings).reportLoss(connection);
        }
        return notConnected(thread, connection);
    }

    @Override
    Operation operation() {
        return Operation.DISCONNECT;
    }
}
