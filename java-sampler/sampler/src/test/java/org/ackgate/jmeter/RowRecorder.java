package org.ackgate.jmeter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.testelement.AbstractTestElement;

/** A listener that keeps every row as JMeter would write it. */
public class RowRecorder extends AbstractTestElement implements SampleListener, NoThreadClone {
    private static final long serialVersionUID = 1L;

    private final transient List<RecordedRow> rows = new CopyOnWriteArrayList<>();

    @Override
    public void sampleOccurred(SampleEvent event) {
        rows.add(new RecordedRow(event));
    }

    @Override
    public void sampleStarted(SampleEvent event) {
        // not used by JMeter
    }

    @Override
    public void sampleStopped(SampleEvent event) {
        // not used by JMeter
    }

    List<RecordedRow> rows() {
        return new ArrayList<>(rows);
    }
}
