package org.ackgate.jmeter.device;

import org.ackgate.jmeter.row.Column;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.ConnectResult;
import org.ackgate.session.Loss;
import org.ackgate.session.OperationResult;
import org.ackgate.session.Outcome;
import org.ackgate.session.ServerGrants;
import org.ackgate.session.SubscribeResult;
import org.jspecify.annotations.Nullable;

/** Connects, reconnects and re-subscribes for one thread, and turns each attempt and loss into a row. */
public final class Connector {
    /** Whether a connection can be used. */
    public enum State {
        UP,
        DOWN,
        CUT
    }

    private final DeviceThread thread;
    private final ConnectSettings settings;

    public Connector(DeviceThread thread, ConnectSettings settings) {
        this.thread = thread;
        this.settings = settings;
    }

    /** One attempt; its row, or null when it was cut. */
    public @Nullable Row connect(DeviceConnection connection, Operation operation) {
        ConnectResult call = connection.session().connect(thread.deadline(settings.timeoutMs()));
        if (call.outcome().isCut()) {
            RunContext.current().counters().cut(Operation.CONNECT).increment();
            return null;
        }
        if (call.outcome().isOk()) {
            connection.connected(call.connectionNumber());
            RunContext.current().counters().connectionsOpened().increment();
        } else {
            connection.connectFailed();
        }
        return row(connection, operation, call);
    }

    /**
     * Makes the connection usable: reports a loss that happened while the thread was idle, then reconnects and
     * re-subscribes as the MQTT Connect element allows. Each attempt and each repeated SUBSCRIBE is a row.
     */
    public State ensureUp(DeviceConnection connection) {
        if (connection.session().isConnected()) {
            return State.UP;
        }
        reportLoss(connection);
        int attempts = connection.isReleased() ? 0 : settings.reconnectAttempts();
        if (attempts == 0) {
            return thread.waits().forMs(settings.reconnectPauseMs()) ? State.DOWN : State.CUT;
        }
        for (int attempt = 0; attempt < attempts; attempt++) {
            if (!thread.waits().forMs(settings.reconnectPauseMs())) {
                return State.CUT;
            }
            Row row = connect(connection, Operation.RECONNECT);
            if (row == null) {
                return State.CUT;
            }
            thread.rows().extra(row);
            if (connection.session().isConnected()) {
                return resubscribe(connection);
            }
        }
        return thread.waits().isEnding() ? State.CUT : State.DOWN;
    }

    /** Emits a row for a loss that happened while no call was waiting. */
    public void reportLoss(DeviceConnection connection) {
        Loss loss = connection.session().takeLoss();
        if (loss == null) {
            return;
        }
        RunContext.current().counters().connectionsLost().increment();
        Row row = Row.of(
                Operation.LOST,
                settings.label(),
                thread.phase(),
                loss.epochMs(),
                0,
                Outcome.failed(loss.code(), loss.reason()));
        thread.rows().extra(withIdentity(row, connection));
    }

    private State resubscribe(DeviceConnection connection) {
        ServerGrants grants = connection.session().grants();
        if (grants != null && grants.sessionPresent()) {
            return State.UP;
        }
        for (SubscribeCall call : connection.subscribeCalls()) {
            Row row = subscribe(connection, call);
            if (row == null) {
                return State.CUT;
            }
            thread.rows().extra(row);
        }
        return connection.session().isConnected() ? State.UP : State.DOWN;
    }

    /** Sends one SUBSCRIBE; its row, or null when it was cut. */
    public @Nullable Row subscribe(DeviceConnection connection, SubscribeCall call) {
        SubscribeResult result =
                connection.session().subscribe(call.subscriptions(), thread.deadline(call.timeoutMs()));
        if (result.outcome().isCut()) {
            RunContext.current().counters().cut(Operation.SUBSCRIBE).increment();
            return null;
        }
        Row row = Row.of(Operation.SUBSCRIBE, call.label(), thread.phase(), result)
                .latencyUs(result.outcome().isOk() ? result.elapsedUs() : OperationResult.NOT_MEASURED)
                .request(SubscribeText.of(call.subscriptions(), result));
        return withIdentity(row, connection);
    }

    /** Sets client identifier and connection number. */
    public static Row withIdentity(Row row, DeviceConnection connection) {
        return row.set(Column.MQTT_CLIENT_ID, connection.session().clientId())
                .set(Column.MQTT_CONNECTION, Math.max(1, connection.number()));
    }

    private Row row(DeviceConnection connection, Operation operation, ConnectResult call) {
        long securedUs = call.tcpUs() + Math.max(0, call.tlsUs());
        Row row = Row.of(operation, settings.label(), thread.phase(), call)
                .set(Column.MQTT_TCP_US, call.tcpUs())
                .set(Column.MQTT_TLS_US, call.tlsUs())
                .set(Column.MQTT_CONNACK_US, call.connackUs())
                .set(Column.MQTT_PING_US, call.pingUs())
                .connectUs(call.tcpUs() == OperationResult.NOT_MEASURED ? 0 : securedUs)
                .latencyUs(call.connackUs() == OperationResult.NOT_MEASURED ? call.connackUs() : call.elapsedUs())
                .request("broker: " + settings.broker() + "\nclient identifier: "
                        + connection.session().clientId());
        if (call.outcome().isOk() && call.sessionPresent()) {
            row.note(
                    call.connectionNumber() == 1
                            ? "session present: left over from an earlier run"
                            : "session present");
        }
        if (settings.isUnverified()) {
            row.note("TLS verification is off");
        }
        return withIdentity(row, connection);
    }
}
