package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.UnsubscribeFields.*;

import java.util.List;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.OperationResult;
import org.ackgate.session.UnsubscribeResult;
import org.jspecify.annotations.Nullable;

/** Ends subscriptions; the sample ends at UNSUBACK. */
public class MqttUnsubscribeSampler extends AbstractPerConnectionSampler {
    private static final long serialVersionUID = 1L;
    private static final long DAY_MS = 86_400_000;

    @Override
    @Nullable
    Row sample(DeviceThread thread, DeviceConnection connection) {
        FieldReader reader = fields();
        reader.required(TOPIC_FILTERS);
        List<String> filters = reader.lines(TOPIC_FILTERS);
        long timeoutMs = reader.number(TIMEOUT_MS, 1, DAY_MS);
        Connector.State state = ensureUp(thread, connection);
        if (state != Connector.State.UP) {
            return state == Connector.State.CUT ? null : notConnected(thread, connection);
        }
        UnsubscribeResult call = connection.session().unsubscribe(filters, thread.deadline(timeoutMs));
        if (call.outcome().isCut()) {
            RunContext.current().counters().cut(Operation.UNSUBSCRIBE).increment();
            return null;
        }
        if (call.outcome().isOk()) {
            connection.unsubscribed(filters);
        }
        Row row = Row.of(Operation.UNSUBSCRIBE, getName(), thread.phase(), call)
                .latencyUs(call.outcome().isOk() ? call.elapsedUs() : OperationResult.NOT_MEASURED)
                .request("packet identifier: " + call.packetIdentifier() + "\ntopic filters: "
                        + String.join(", ", filters));
        return Connector.withIdentity(row, connection);
    }

    @Override
    Operation operation() {
        return Operation.UNSUBSCRIBE;
    }
}
