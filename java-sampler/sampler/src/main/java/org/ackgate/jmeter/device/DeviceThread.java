package org.ackgate.jmeter.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ackgate.jmeter.receive.MessageLedger;
import org.ackgate.jmeter.row.RowEmitter;
import org.ackgate.jmeter.run.Phase;
import org.ackgate.session.Deadline;
import org.ackgate.session.MqttSession;
import org.ackgate.session.SessionLoop;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.jspecify.annotations.Nullable;

/** What one JMeter thread holds over all its elements and iterations: connections, received messages, waits. */
public final class DeviceThread {
    private static final ThreadLocal<@Nullable DeviceThread> CURRENT = new ThreadLocal<>();

    private final RowEmitter rows;
    private final ThreadWait waits;
    private final MessageLedger messages;
    private final Phase phase = Phase.of(null, null);
    private final List<DeviceConnection> connections = Collections.synchronizedList(new ArrayList<>());
    private @Nullable ConnectSettings settings = null;
    private int roundRobin = 0;

    private DeviceThread(JMeterContext context) {
        rows = new RowEmitter(context);
        waits = new ThreadWait(context);
        messages = new MessageLedger(waits::wake);
    }

    /** The one of the calling JMeter thread. */
    public static DeviceThread current() {
        DeviceThread thread = CURRENT.get();
        if (thread == null) {
            thread = new DeviceThread(JMeterContextService.getContext());
            CURRENT.set(thread);
        }
        return thread;
    }

    /** Closes what the calling thread holds; called at the thread's end, also with the interrupt flag set. */
    public static void closeCurrent() {
        DeviceThread thread = CURRENT.get();
        if (thread != null) {
            CURRENT.remove();
            thread.dropConnections();
            thread.messages.close();
        }
    }

    public RowEmitter rows() {
        return rows;
    }

    public ThreadWait waits() {
        return waits;
    }

    public MessageLedger messages() {
        return messages;
    }

    /** Phase of rows outside MQTT Streams. */
    public Phase phase() {
        return phase;
    }

    /** The thread's connections; empty before MQTT Connect. */
    public List<DeviceConnection> connections() {
        return connections;
    }

    /** What MQTT Connect asked for; null before it. */
    public @Nullable ConnectSettings settings() {
        return settings;
    }

    /** A limit that the thread's scheduled end cuts. */
    public Deadline deadline(long limitMs) {
        return Deadline.afterMs(limitMs, waits.scheduledEndEpochMs());
    }

    /** Takes new settings; connections to other devices are closed. */
    public void use(ConnectSettings asked) {
        if (settings != null && !settings.isSameDevice(asked)) {
            dropConnections();
        }
        settings = asked;
    }

    /** The connection number {@code n} from 1, made when it is not there yet. */
    public DeviceConnection connection(int n, ConnectSettings asked) {
        if (n <= connections.size()) {
            return connections.get(n - 1);
        }
        MqttSession session = MqttSession.create(asked.optionsFor(n), SessionLoop.shared());
        session.setMessageListener(messages);
        DeviceConnection connection = new DeviceConnection(session);
        connections.add(connection);
        return connection;
    }

    /** The next connection in turn; null without any. */
    public @Nullable DeviceConnection nextInTurn() {
        if (connections.isEmpty()) {
            return null;
        }
        roundRobin = (roundRobin + 1) % connections.size();
        return connections.get(roundRobin);
    }

    /** True when every connection is up, and there is one. */
    public boolean isConnected() {
        return !connections.isEmpty()
                && connections.stream()
                        .allMatch(connection -> connection.session().isConnected());
    }

    /** Ends the running wait or call of this thread; any thread. */
    public void cut() {
        waits.cut();
        connections.forEach(connection -> connection.session().cut());
    }

    /** Forgets an earlier {@link #cut()}. */
    public void begin() {
        waits.reset();
    }

    private void dropConnections() {
        connections.forEach(DeviceConnection::close);
        connections.clear();
    }
}
