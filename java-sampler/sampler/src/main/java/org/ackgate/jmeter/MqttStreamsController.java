package org.ackgate.jmeter;

import static org.ackgate.jmeter.field.StreamsFields.*;

import java.util.ArrayList;
import java.util.List;
import org.ackgate.jmeter.device.DeviceThread;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.field.PublishFields;
import org.ackgate.jmeter.run.Phase;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.jmeter.stream.Rate;
import org.ackgate.jmeter.stream.ReadyBarrier;
import org.ackgate.jmeter.stream.StreamSchedule;
import org.ackgate.session.InvalidInputException;
import org.apache.jmeter.control.GenericController;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the MQTT Publish elements below it as streams on an open schedule: each has its rate and its intended times, the
 * earliest is next. A stream that falls behind is late; nothing is left out.
 */
public class MqttStreamsController extends GenericController implements ThreadListener, TestStateListener {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(MqttStreamsController.class);
    private static final int MAXIMUM_THREADS = 1_000_000;
    private static final int DAY_S = 86_400;
    private static final long MS_PER_S = 1_000;
    private static final double NANOS_PER_S = 1e9;

    private transient @Nullable Run run = null;
    private transient boolean arrived = false;

    /** The streams of one thread under way. */
    private static final class Run {
        private final StreamSchedule<MqttPublishSampler> schedule;
        private final long endNanos;
        private final boolean hasEnd;
        private final Phase phase;
        private final @Nullable String refusal;

        Run(
                StreamSchedule<MqttPublishSampler> schedule,
                double durationS,
                long startNanos,
                Phase phase,
                @Nullable String refusal) {
            this.schedule = schedule;
            this.hasEnd = durationS != Double.POSITIVE_INFINITY;
            this.endNanos = hasEnd ? startNanos + (long) (durationS * NANOS_PER_S) : 0;
            this.phase = phase;
            this.refusal = refusal;
        }
    }

    @Override
    public @Nullable Sampler next() {
        fireIterEvents();
        DeviceThread thread = DeviceThread.current();
        MqttPublishSampler first = firstPublish();
        if (first == null) {
            LOG.error("'{}' holds no MQTT Publish: it has nothing to send", getName());
            thread.waits().forMs(MS_PER_S);
            return end();
        }
        Run current = run == null ? start(thread) : run;
        run = current;
        if (current == null) {
            return first;
        }
        if (current.refusal != null) {
            first.schedule(new MqttPublishSampler.StreamTurn(System.nanoTime(), current.phase, current.refusal));
            return first;
        }
        return nextTurn(thread, current, first);
    }

    /** At the thread's end it gives a sampler that does nothing: JMeter ends a thread only after a sampler. */
    private @Nullable Sampler nextTurn(DeviceThread thread, Run current, MqttPublishSampler first) {
        StreamSchedule.Turn<MqttPublishSampler> turn = current.schedule.earliest();
        if (turn == null || (current.hasEnd && turn.intendedNanos() - current.endNanos >= 0)) {
            return waitForEnd(thread, current) ? end() : first;
        }
        if (!thread.waits().until(turn.intendedNanos())) {
            return first;
        }
        turn.taken();
        turn.sender().schedule(new MqttPublishSampler.StreamTurn(turn.intendedNanos(), current.phase, null));
        return turn.sender();
    }

    private static boolean waitForEnd(DeviceThread thread, Run current) {
        return thread.waits().until(current.hasEnd ? current.endNanos : System.nanoTime());
    }

    private @Nullable Sampler end() {
        run = null;
        reInitialize();
        return null;
    }

    /** Reads the fields and passes the barrier; null when the thread ends before. */
    private @Nullable Run start(DeviceThread thread) {
        Phase phase = Phase.of(null, null);
        try {
            FieldReader reader = new FieldReader(this);
            phase = Phase.of(seconds(reader, WARM_UP_S), seconds(reader, STEADY_END_S));
            List<Rate> rates = rates();
            double durationS = reader.positiveOrUnlimited(DURATION_S);
            long seed = reader.number(SEED, Long.MIN_VALUE, Long.MAX_VALUE);
            Long startNanos = passBarrier(thread, reader);
            if (startNanos == null) {
                return null;
            }
            StreamSchedule<MqttPublishSampler> schedule = new StreamSchedule<>(startNanos);
            List<MqttPublishSampler> publishes = publishes();
            for (int i = 0; i < publishes.size(); i++) {
                String stream = i + " " + publishes.get(i).getName();
                schedule.add(publishes.get(i), rates.get(i), StreamSchedule.phase(seed, device(thread), stream));
            }
            return new Run(schedule, durationS, startNanos, phase, null);
        } catch (InvalidInputException refusal) {
            return new Run(new StreamSchedule<>(0), Double.POSITIVE_INFINITY, 0, phase, refusal.getMessage());
        }
    }

    private @Nullable Long passBarrier(DeviceThread thread, FieldReader reader) {
        int threads = reader.integer(BARRIER_THREADS, 0, MAXIMUM_THREADS);
        long limitMs = reader.number(BARRIER_LIMIT_S, 0, DAY_S) * MS_PER_S;
        if (threads == 0 || arrived) {
            return System.nanoTime();
        }
        arrived = true;
        Long openedNanos = ReadyBarrier.current().await(threads, limitMs, thread.isConnected(), thread.waits());
        long now = System.nanoTime();
        boolean isLate = openedNanos != null && now - openedNanos > NANOS_PER_S;
        return isLate ? Long.valueOf(now) : openedNanos;
    }

    private List<Rate> rates() {
        List<Rate> rates = new ArrayList<>();
        for (TestElement child : getSubControllers()) {
            if (!(child instanceof MqttPublishSampler)) {
                throw new InvalidInputException("MQTT Streams '" + getName()
                        + "' takes MQTT Publish elements only, not '" + child.getName() + "'");
            }
            String field = PublishFields.RATE + " of '" + child.getName() + "'";
            rates.add(Rate.parse(field, new FieldReader(child).text(PublishFields.RATE)));
        }
        return rates;
    }

    private List<MqttPublishSampler> publishes() {
        List<MqttPublishSampler> publishes = new ArrayList<>();
        for (TestElement child : getSubControllers()) {
            if (child instanceof MqttPublishSampler) {
                publishes.add((MqttPublishSampler) child);
            }
        }
        return publishes;
    }

    private @Nullable MqttPublishSampler firstPublish() {
        List<MqttPublishSampler> publishes = publishes();
        return publishes.isEmpty() ? null : publishes.get(0);
    }

    private static String device(DeviceThread thread) {
        return thread.connections().isEmpty()
                ? Thread.currentThread().getName()
                : thread.connections().get(0).session().clientId();
    }

    private static @Nullable Double seconds(FieldReader reader, org.ackgate.jmeter.field.Field field) {
        return reader.text(field).isEmpty() ? null : (double) reader.number(field, 0, Integer.MAX_VALUE);
    }

    @Override
    public void threadStarted() {
        // the streams start when JMeter comes to them
    }

    @Override
    public void threadFinished() {
        if (!arrived && !new FieldReader(this).text(BARRIER_THREADS).equals(BARRIER_THREADS.defaultValue())) {
            ReadyBarrier.current().leave();
        }
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
