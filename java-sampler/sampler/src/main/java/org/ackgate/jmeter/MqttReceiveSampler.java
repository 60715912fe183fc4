package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.ReceiveFields.*;

import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.receive.MessageRecorder;
import org.ackgate.jmeter.receive.WindowCounts;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.Loss;
import org.ackgate.session.Outcome;
import org.ackgate.session.ResponseCode;
import org.jspecify.annotations.Nullable;

/** One receive window: counts, losses and end-to-end latencies of what arrived since the window before it. */
public class MqttReceiveSampler extends AbstractMqttSampler {
    private static final long serialVersionUID = 1L;
    private static final long DAY_MS = 86_400_000;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long LOSS_CHECK_NANOS = 200_000_000;
    private static final long GRACE_NANOS = 5_000_000_000L;

    @Override
    @Nullable
    Row sample(DeviceThread thread) {
        FieldReader reader = fields();
        String filter = reader.text(TOPIC_FILTER);
        long windowMs = reader.number(WINDOW_MS, 1, DAY_MS);
        long count = reader.number(COUNT, 0, Long.MAX_VALUE);
        boolean keepLast = reader.flag(KEEP_LAST);
        Row unusable = firstUnusable(thread);
        if (unusable != null || thread.waits().isEnding()) {
            return unusable;
        }
        MessageRecorder recorder = thread.messages().claim(filter);
        recorder.keepLast(keepLast);
        long wanted = count == 0 ? Long.MAX_VALUE : count;
        thread.messages().wakeAt(wanted);
        return window(thread, recorder, windowMs, wanted);
    }

    private Row window(DeviceThread thread, MessageRecorder recorder, long windowMs, long wanted) {
        long startEpochMs = System.currentTimeMillis();
        long startNanos = System.nanoTime();
        DeviceConnection only =
                thread.connections().size() == 1 ? thread.connections().get(0) : null;
        boolean reached = thread.waits()
                .until(
                        startNanos + windowMs * NANOS_PER_MS,
                        LOSS_CHECK_NANOS,
                        () -> recorder.received() >= wanted
                                || (only != null && !only.session().isConnected()));
        Loss loss = only == null ? null : only.session().takeLoss();
        long endNanos = loss == null ? System.nanoTime() : Math.max(startNanos, loss.nanoTime());
        WindowCounts counts = recorder.take(System.nanoTime(), reached ? GRACE_NANOS : 0);
        Outcome outcome = reached ? outcome(loss, counts, wanted) : cut(thread, loss);
        Row row = Row.of(Operation.RECEIVE, getName(), thread.phase(), startEpochMs, endNanos - startNanos, outcome);
        ReceiveColumns.fill(row, counts);
        return only == null ? row : Connector.withIdentity(row, only);
    }

    private static Outcome cut(DeviceThread thread, @Nullable Loss loss) {
        if (loss != null) {
            return lost(loss);
        }
        RunContext.current().counters().cut(Operation.RECEIVE).increment();
        return thread.waits().cutOutcome();
    }

    private static Outcome lost(Loss loss) {
        RunContext.current().counters().connectionsLost().increment();
        return Outcome.failed(loss.code(), loss.reason());
    }

    private static Outcome outcome(@Nullable Loss loss, WindowCounts counts, long wanted) {
        if (loss != null) {
            return lost(loss);
        }
        if (wanted != Long.MAX_VALUE && counts.received() < wanted) {
            return Outcome.failed(
                    ResponseCode.TIMEOUT_RECEIVE,
                    "the limit passed with " + counts.received() + " of " + wanted + " messages");
        }
        return Outcome.OK;
    }

    /** The failed row of the first connection that cannot be used; null when all can, or when the thread ends. */
    private @Nullable Row firstUnusable(DeviceThread thread) {
        if (thread.connections().isEmpty()) {
            return ensureUp(thread, null) == Connector.State.CUT ? null : notConnected(thread, null);
        }
        for (DeviceConnection connection : thread.connections()) {
            if (ensureUp(thread, connection) == Connector.State.DOWN) {
                return notConnected(thread, connection);
            }
        }
        return null;
    }

    @Override
    Operation operation() {
        return Operation.RECEIVE;
    }
}
