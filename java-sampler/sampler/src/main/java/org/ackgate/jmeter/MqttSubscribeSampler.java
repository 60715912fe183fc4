package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.SubscribeFields.*;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ackgate.jmeter.device.ConnectSettings;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.device.SubscribeCall;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.session.TopicSubscription;
import org.jspecify.annotations.Nullable;

/** Subscribes to one or more filters with one SUBSCRIBE; the sample ends at SUBACK. */
public class MqttSubscribeSampler extends AbstractPerConnectionSampler {
    private static final long serialVersionUID = 1L;
    private static final long DAY_MS = 86_400_000;
    private static final Pattern WITH_QOS = Pattern.compile("(.*\\S)\\s+(\\d+)");

    @Override
    @Nullable
    Row sample(DeviceThread thread, DeviceConnection connection) {
        SubscribeCall call = call(fields());
        Connector.State state = ensureUp(thread, connection);
        if (state == Connector.State.CUT) {
            return null;
        }
        ConnectSettings settings = thread.settings();
        if (state == Connector.State.DOWN || settings == null) {
            return notConnected(thread, connection);
        }
        call.subscriptions().forEach(wanted -> thread.messages().subscribed(wanted.topicFilter()));
        connection.subscribed(call);
        return new Connector(thread, settings).subscribe(connection, call);
    }

    private SubscribeCall call(FieldReader reader) {
        reader.required(TOPIC_FILTERS);
        List<TopicSubscription> subscriptions = new ArrayList<>();
        for (String line : reader.lines(TOPIC_FILTERS)) {
            Matcher withQos = WITH_QOS.matcher(line);
            subscriptions.add(
                    withQos.matches()
                            ? TopicSubscription.of(withQos.group(1), qos(withQos.group(2), line))
                            : TopicSubscription.of(line, 0));
        }
        return new SubscribeCall(getName(), subscriptions, reader.number(TIMEOUT_MS, 1, DAY_MS));
    }

    private static int qos(String text, String line) {
        if (text.length() == 1 && text.charAt(0) <= '2') {
            return text.charAt(0) - '0';
        }
        throw FieldReader.refused(TOPIC_FILTERS, "a topic filter and a QoS from 0 to 2 on each line", line);
    }

    @Override
    Operation operation() {
        return Operation.SUBSCRIBE;
    }
}
