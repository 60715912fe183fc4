package org.ackgate.jmeter;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.AbstractHistogram;
import org.ackgate.jmeter.receive.WindowCounts;
import org.ackgate.jmeter.row.Column;
import org.ackgate.jmeter.row.Row;
import org.apache.jmeter.samplers.SampleResult;

/** Writes what a window counted into its row. */
final class ReceiveColumns {
    private ReceiveColumns() {}

    static void fill(Row row, WindowCounts counts) {
        row.set(Column.MQTT_RECEIVED, counts.received());
        if (counts.hasSequences()) {
            row.set(Column.MQTT_LOST, counts.lost())
                    .set(Column.MQTT_DUPLICATE, counts.duplicate())
                    .set(Column.MQTT_REORDERED, counts.reordered());
        }
        AbstractHistogram endToEndUs = counts.endToEndUs();
        if (endToEndUs != null) {
            row.set(Column.MQTT_E2E_HDR, encoded(endToEndUs));
        }
        row.note(text(counts));
        SampleResult result = row.result();
        byte[] last = counts.lastPayload();
        if (last != null) {
            result.setResponseData(last);
            result.setDataType(Row.DATA_TYPE);
        }
        result.setBytes(counts.payloadBytes());
    }

    /** HdrHistogram's compressed form in base64. */
    static String encoded(AbstractHistogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static String text(WindowCounts counts) {
        long unstamped = counts.received() - counts.stamped();
        return "received " + counts.received()
                + (unstamped > 0 && counts.stamped() > 0 ? ", without stamp " + unstamped : "")
                + (counts.negativeLatencies() > 0
                        ? ", negative latency " + counts.negativeLatencies() + " (clocks differ)"
                        : "");
    }
}
