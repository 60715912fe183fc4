package org.ackgate.jmeter;

import org.ackgate.jmeter.device.ConnectSettings;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.InvalidInputException;
import org.ackgate.session.Outcome;
import org.ackgate.session.ResponseCode;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.Interruptible;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;

/** What all MQTT samplers share: the thread's connections, refusals as rows, and an end that closes everything. */
abstract class AbstractMqttSampler extends AbstractSampler implements ThreadListener, TestStateListener, Interruptible {
    private static final long serialVersionUID = 1L;
    private static final long PAUSE_AFTER_REFUSAL_MS = 1_000;

    private transient volatile @Nullable DeviceThread running = null;

    @Override
    public final @Nullable SampleResult sample(@Nullable Entry unused) {
        DeviceThread thread = DeviceThread.current();
        running = thread;
        thread.begin();
        try {
            Row row = sample(thread);
            return row == null ? null : thread.rows().main(row);
        } catch (InvalidInputException refusal) {
            return thread.rows().main(refused(thread, refusal));
        } finally {
            running = null;
        }
    }

    /**
     * Does the element's work; null makes no row.
     *
     * @throws InvalidInputException for a field that cannot be used
     */
    abstract @Nullable Row sample(DeviceThread thread);

    /** What this element's rows report. */
    abstract Operation operation();

    final FieldReader fields() {
        return new FieldReader(this);
    }

    /** Makes a connection usable, with a row for each attempt. */
    final Connector.State ensureUp(DeviceThread thread, @Nullable DeviceConnection connection) {
        ConnectSettings settings = thread.settings();
        if (settings == null || connection == null) {
            return thread.waits().forMs(PAUSE_AFTER_REFUSAL_MS) ? Connector.State.DOWN : Connector.State.CUT;
        }
        return new Connector(thread, settings).ensureUp(connection);
    }

    /** The row of an element that found no connection and could not get one. */
    final Row notConnected(DeviceThread thread, @Nullable DeviceConnection connection) {
        String reason = connection == null
                ? "no connection: put an MQTT Connect before this element"
                : "no connection: " + whyDown(connection);
        Row row = failedNow(thread, ResponseCode.NOT_CONNECTED, reason);
        return connection == null ? row : Connector.withIdentity(row, connection);
    }

    private Row refused(DeviceThread thread, InvalidInputException refusal) {
        Row row = failedNow(thread, ResponseCode.INVALID_INPUT, String.valueOf(refusal.getMessage()));
        thread.waits().forMs(PAUSE_AFTER_REFUSAL_MS);
        return row;
    }

    private Row failedNow(DeviceThread thread, ResponseCode code, String reason) {
        return Row.of(
                operation(), getName(), thread.phase(), System.currentTimeMillis(), 0, Outcome.failed(code, reason));
    }

    private static String whyDown(DeviceConnection connection) {
        return connection.isReleased()
                ? "MQTT Disconnect ended it"
                : "see the connect and reconnect rows of this thread before it";
    }

    @Override
    public boolean interrupt() {
        DeviceThread thread = running;
        if (thread == null) {
            return false;
        }
        thread.cut();
        return true;
    }

    @Override
    public void threadStarted() {
        // the connection is opened by MQTT Connect, inside the measured time
    }

    @Override
    public void threadFinished() {
        DeviceThread.closeCurrent();
    }

    @Override
    public void testStarted() {
        RunContext.testStarted();
    }

    @Override
    public void testStarted(String host) {
        RunContext.testStarted();
    }

    @Override
    public void testEnded() {
        RunContext.testEnded();
    }

    @Override
    public void testEnded(String host) {
        RunContext.testEnded();
    }
}
