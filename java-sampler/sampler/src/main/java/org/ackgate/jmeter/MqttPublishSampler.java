package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.PublishFields.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ackgate.jmeter.device.Connector;
import org.ackgate.jmeter.device.DeviceConnection;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.field.Field;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.payload.MessageStamp;
import org.ackgate.jmeter.payload.PayloadSource;
import org.ackgate.jmeter.payload.Payloads;
import org.ackgate.jmeter.payload.StampKind;
import org.ackgate.jmeter.row.Column;
import org.ackgate.jmeter.row.Row;
import org.ackgate.jmeter.run.Operation;
import org.ackgate.jmeter.run.Phase;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.jmeter.run.RunCounters;
import org.ackgate.session.InvalidInputException;
import org.ackgate.session.OutgoingMessage;
import org.ackgate.session.PublishResult;
import org.ackgate.session.ResponseCode;
import org.ackgate.session.UserProperty;
import org.ackgate.session.WallClock;
import org.jspecify.annotations.Nullable;

/** Publishes one message; the sample ends at the socket write, at PUBACK or at PUBCOMP. */
public class MqttPublishSampler extends AbstractMqttSampler {
    private static final long serialVersionUID = 1L;
    private static final String CLIENT_ID_PLACE = "{client_id}";
    private static final List<Field> PAYLOAD_FIELDS = List.of(PAYLOAD_KIND, PAYLOAD_FILE, SIZE_BYTES, MIX);
    private static final long NANOS_PER_US = 1_000;

    private transient @Nullable PublishSettings settings = null;
    private transient @Nullable PayloadSource payloads = null;
    private transient long payloadSeed = 0;
    private transient boolean settingsVary = true;
    private transient boolean payloadVaries = true;
    private transient @Nullable OutgoingMessage lastMessage = null;
    private transient @Nullable StreamTurn turn = null;

    /** One send that MQTT Streams asks for. */
    static final class StreamTurn {
        private final long intendedNanos;
        private final Phase phase;
        private final @Nullable String refusal;

        /**
         * A send.
         *
         * @param intendedNanos intended start as {@link System#nanoTime()}
         * @param phase marks the row
         * @param refusal why the streams cannot run; null when they can
         */
        StreamTurn(long intendedNanos, Phase phase, @Nullable String refusal) {
            this.intendedNanos = intendedNanos;
            this.phase = phase;
            this.refusal = refusal;
        }
    }

    /** The next sample is this one of a schedule. */
    void schedule(StreamTurn next) {
        turn = next;
    }

    @Override
    @Nullable
    Row sample(DeviceThread thread) {
        StreamTurn scheduled = turn;
        turn = null;
        if (thread.waits().isEnding()) {
            return null;
        }
        if (scheduled != null && scheduled.refusal != null) {
            throw new InvalidInputException(scheduled.refusal);
        }
        PublishSettings wanted = settings();
        DeviceConnection connection = connectionFor(thread, wanted);
        Connector.State state = ensureUp(thread, connection);
        if (state == Connector.State.CUT) {
            return null;
        }
        if (state == Connector.State.DOWN || connection == null) {
            return delayed(notConnected(thread, connection), scheduled, System.nanoTime())
                    .set(Column.MQTT_QOS, wanted.qos());
        }
        return publish(thread, connection, wanted, scheduled);
    }

    private @Nullable Row publish(
            DeviceThread thread, DeviceConnection connection, PublishSettings wanted, @Nullable StreamTurn scheduled) {
        String topic = topic(connection);
        PayloadSource source = payloads();
        byte[] payload = source.next();
        StampKind place = wanted.stamp().decide(payload, source);
        OutgoingMessage message = place == StampKind.NONE
                ? unstamped(wanted, topic, payload)
                : stamped(wanted, topic, payload, source.isFresh(), place, connection);
        PublishResult call = connection.session().publish(message, thread.deadline(wanted.ackTimeoutMs()));
        if (place != StampKind.NONE && mayHaveArrived(call)) {
            connection.sequenceUsed(topic);
        }
        if (call.outcome().isCut()) {
            RunContext.current().counters().cut(Operation.PUBLISH).increment();
            return null;
        }
        count(wanted, call);
        Row row = Row.of(Operation.PUBLISH, getName(), phase(thread, scheduled), call)
                .set(Column.MQTT_QOS, wanted.qos())
                .set(Column.MQTT_ACK_US, call.ackUs())
                .set(Column.MQTT_PUBREC_US, call.pubrecUs())
                .set(Column.MQTT_PUBCOMP_US, call.pubcompUs())
                .latencyUs(call.firstAckUs())
                .request(requestText(topic, wanted.qos(), call, message.payload().length));
        return Connector.withIdentity(delayed(row, scheduled, call.startNanoTime()), connection);
    }

    private static Row delayed(Row row, @Nullable StreamTurn scheduled, long startNanos) {
        return scheduled == null
                ? row
                : row.set(
                        Column.MQTT_SEND_DELAY_US, Math.max(0, (startNanos - scheduled.intendedNanos) / NANOS_PER_US));
    }

    private static Phase phase(DeviceThread thread, @Nullable StreamTurn scheduled) {
        return scheduled == null ? thread.phase() : scheduled.phase;
    }

    private OutgoingMessage stamped(
            PublishSettings wanted,
            String topic,
            byte[] payload,
            boolean fresh,
            StampKind place,
            DeviceConnection connection) {
        MessageStamp stamp = new MessageStamp(
                RunContext.current().runId(),
                MessageStamp.publisherId(connection.session().clientId(), topic),
                connection.sequenceOf(topic),
                WallClock.epochUs());
        List<UserProperty> properties = wanted.userProperties();
        if (place == StampKind.USER_PROPERTY) {
            properties = new ArrayList<>(properties);
            properties.add(new UserProperty(MessageStamp.NAME, stamp.text()));
        }
        return message(wanted, topic, place.apply(payload, fresh, stamp), properties);
    }

    /** A message that is the same as the last one is built once. */
    private OutgoingMessage unstamped(PublishSettings wanted, String topic, byte[] payload) {
        OutgoingMessage message = lastMessage;
        if (message == null || message.payload() != payload || !message.topic().equals(topic)) {
            message = message(wanted, topic, payload, wanted.userProperties());
            lastMessage = message;
        }
        return message;
    }

    private static OutgoingMessage message(
            PublishSettings wanted, String topic, byte[] payload, List<UserProperty> properties) {
        return OutgoingMessage.builder(topic, payload)
                .qos(wanted.qos())
                .retain(wanted.retain())
                .messageExpiryS(wanted.messageExpiryS())
                .contentType(wanted.contentType())
                .responseTopic(wanted.responseTopic())
                .correlationData(wanted.correlationData())
                .userProperties(properties)
                .build();
    }

    /** A refused message, or one that never left, leaves no hole in the sequence that receivers follow. */
    private static boolean mayHaveArrived(PublishResult call) {
        boolean refused = call.reasonCode() >= 0x80;
        return !refused && !call.outcome().code().equals(ResponseCode.INVALID_INPUT);
    }

    private static void count(PublishSettings wanted, PublishResult call) {
        RunCounters counters = RunContext.current().counters();
        if (call.outcome().isOk()) {
            (wanted.qos() == 0 ? counters.sentQos0() : counters.acknowledged()).increment();
        }
    }

    private static String requestText(String topic, int qos, PublishResult call, int sizeBytes) {
        String text = "topic: " + topic + "\nQoS: " + qos + "\npacket identifier: " + call.packetIdentifier()
                + "\nsize: " + sizeBytes + " bytes";
        return call.reasonCode() > 0 ? text + String.format(Locale.ROOT, "\nreason: 0x%02X", call.reasonCode()) : text;
    }

    private String topic(DeviceConnection connection) {
        String topic = fields().required(TOPIC);
        return topic.contains(CLIENT_ID_PLACE)
                ? topic.replace(CLIENT_ID_PLACE, connection.session().clientId())
                : topic;
    }

    private static @Nullable DeviceConnection connectionFor(DeviceThread thread, PublishSettings wanted) {
        if (wanted.connection() == 0) {
            return thread.nextInTurn();
        }
        if (!thread.connections().isEmpty()
                && wanted.connection() > thread.connections().size()) {
            throw FieldReader.refused(
                    CONNECTION,
                    "round_robin or 1 to " + thread.connections().size(),
                    Integer.toString(wanted.connection()));
        }
        return thread.connections().isEmpty() ? null : thread.connections().get(wanted.connection() - 1);
    }

    private PublishSettings settings() {
        FieldReader reader = fields();
        PublishSettings known = settings;
        if (known == null || settingsVary) {
            settingsVary = PublishSettings.FIELDS.stream().anyMatch(reader::isDynamic);
            known = new PublishSettings(reader);
            settings = known;
            lastMessage = null;
        }
        return known;
    }

    private PayloadSource payloads() {
        FieldReader reader = fields();
        PayloadSource known = payloads;
        if (known == null || payloadVaries) {
            payloadVaries = PAYLOAD_FIELDS.stream().anyMatch(reader::isDynamic);
            payloadSeed = known == null ? seed() : payloadSeed + 1;
            known = Payloads.read(reader, payloadSeed);
            payloads = known;
        }
        return known;
    }

    private long seed() {
        return (long) getName().hashCode() << Integer.SIZE | getThreadName().hashCode();
    }

    @Override
    Operation operation() {
        return Operation.PUBLISH;
    }
}
