package org.ackgate.jmeter;

import java.util.HashMap;
import java.util.Map;
import org.ackgate.jmeter.row.Column;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;

/** One row with the values its mqtt_* variables had when it went out. */
final class RecordedRow {
    private final SampleResult result;
    private final Map<String, String> columns = new HashMap<>();

    RecordedRow(SampleEvent event) {
        result = event.getResult();
        for (int i = 0; i < SampleEvent.getVarCount(); i++) {
            columns.put(SampleEvent.getVarName(i), event.getVarValue(i));
        }
    }

    SampleResult result() {
        return result;
    }

    String code() {
        return result.getResponseCode();
    }

    String label() {
        return result.getSampleLabel();
    }

    String operation() {
        return get(Column.MQTT_OP);
    }

    String get(Column column) {
        return columns.getOrDefault(column.variable(), "no such column");
    }

    long number(Column column) {
        return Long.parseLong(get(column));
    }

    @Override
    public String toString() {
        return label() + " " + operation() + " " + code() + " " + result.getTime() + " ms: "
                + result.getResponseMessage();
    }
}
