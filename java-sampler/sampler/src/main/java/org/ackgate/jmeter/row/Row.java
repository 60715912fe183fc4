package org.ackgate.jmeter.row;

import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.Phase;
import org.ackgate.session.OperationResult;
import org.ackgate.session.Outcome;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterVariables;

/** One JTL row in the making: JMeter's own columns and the mqtt_* ones; a column that is not set is empty. */
public final class Row {
    /** Value of the {@code dataType} column; readers trust the mqtt_* columns on such rows only. */
    public static final String DATA_TYPE = "mqtt";

    private static final long US_PER_MS = 1_000;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final String UNUSED = "";

    private final SampleResult result = new SampleResult();
    private final String[] columns = new String[Column.all().length];

    private Row(Operation operation, String label, Phase phase, long startEpochMs, long elapsedMs) {
        long stampMs = result.isStampedAtStart() ? startEpochMs : startEpochMs + elapsedMs;
        result.setStampAndTime(stampMs, elapsedMs);
        result.setSampleLabel(label);
        result.setDataType(DATA_TYPE);
        set(Column.MQTT_OP, operation.text());
        set(Column.MQTT_PHASE, phase.at(startEpochMs));
    }

    /** A row of a session call: start, elapsed, bytes and outcome are the call's. */
    public static Row of(Operation operation, String label, Phase phase, OperationResult call) {
        Row row = new Row(operation, label, phase, call.startEpochUs() / US_PER_MS, roundedMs(call.elapsedUs()));
        row.result.setSentBytes(call.sentBytes());
        row.result.setBytes(call.receivedBytes());
        row.outcome(call.outcome());
        return row;
    }

    /** A row of something that was no session call. */
    public static Row of(
            Operation operation, String label, Phase phase, long startEpochMs, long elapsedNanos, Outcome outcome) {
        Row row = new Row(operation, label, phase, startEpochMs, (elapsedNanos + NANOS_PER_MS / 2) / NANOS_PER_MS);
        row.outcome(outcome);
        return row;
    }

    /** Sets a text column. */
    public Row set(Column column, String value) {
        columns[column.ordinal()] = value;
        return this;
    }

    /** Sets a number; {@link OperationResult#NOT_MEASURED} leaves the column empty. */
    public Row set(Column column, long value) {
        if (value != OperationResult.NOT_MEASURED) {
            columns[column.ordinal()] = Long.toString(value);
        }
        return this;
    }

    /** Response code, success and message of the row. */
    public Row outcome(Outcome outcome) {
        result.setSuccessful(!outcome.isFailed());
        result.setResponseCode(outcome.code().code());
        result.setResponseMessage(outcome.reason().isEmpty() ? "OK" : outcome.reason());
        return this;
    }

    /** Adds to the message of the row. */
    public Row note(String note) {
        String message = result.getResponseMessage();
        result.setResponseMessage("OK".equals(message) ? note : message + "; " + note);
        return this;
    }

    /** Sets the {@code Latency} column from microseconds. */
    public Row latencyUs(long latencyUs) {
        if (latencyUs != OperationResult.NOT_MEASURED) {
            result.setLatency(roundedMs(latencyUs));
        }
        return this;
    }

    /** Sets the {@code Connect} column from microseconds. */
    public Row connectUs(long connectUs) {
        result.setConnectTime(roundedMs(connectUs));
        return this;
    }

    /** What View Results Tree shows as the request; never a payload or a password. */
    public Row request(String text) {
        result.setSamplerData(text);
        return this;
    }

    /** The result for JMeter. */
    public SampleResult result() {
        return result;
    }

    /** Value of a column, empty when unused. */
    public String column(Column column) {
        String value = columns[column.ordinal()];
        return value == null ? UNUSED : value;
    }

    /** Puts every column into the thread's variables: JMeter writes their values when the row goes out. */
    void publishColumns(JMeterVariables variables) {
        for (Column column : Column.all()) {
            variables.put(column.variable(), column(column));
        }
    }

    private static long roundedMs(long us) {
        return (us + US_PER_MS / 2) / US_PER_MS;
    }
}
