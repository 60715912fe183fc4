package org.ackgate.bench;

import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterVariables;
import org.jspecify.annotations.Nullable;

/** One QoS 1 publish per sample over a connection that the thread keeps. */
abstract class AbstractRivalSampler extends AbstractSampler implements ThreadListener {
    private static final long serialVersionUID = 1L;
    private static final long NANOS_PER_US = 1_000;

    @Override
    public SampleResult sample(@Nullable Entry unused) {
        SampleResult result = new SampleResult();
        result.setSampleLabel(getName());
        result.setDataType("mqtt");
        try {
            prepare();
            result.sampleStart();
            long startNanos = System.nanoTime();
            publish();
            long ackUs = (System.nanoTime() - startNanos) / NANOS_PER_US;
            result.sampleEnd();
            putColumns(ackUs);
            result.setResponseOK();
        } catch (Exception e) {
            if (result.getStartTime() == 0) {
                result.sampleStart();
            }
            result.setResponseCode("NETWORK_RESET");
            result.setResponseMessage(e.toString());
            result.setSuccessful(false);
        }
        return result;
    }

    /** All columns, as a plug-in has to put them that writes rows like ours; JMeter saves the variables it is told to. */
    private void putColumns(long ackUs) {
        JMeterVariables variables = getThreadContext().getVariables();
        for (int i = 0; i < SampleEvent.getVarCount(); i++) {
            variables.put(SampleEvent.getVarName(i), "");
        }
        variables.put("mqtt_op", "publish");
        variables.put("mqtt_qos", "1");
        variables.put("mqtt_client_id", clientId());
        variables.put("mqtt_connection", "1");
        variables.put("mqtt_phase", "steady");
        variables.put("mqtt_ack_us", Long.toString(ackUs));
    }

    /** Connects when the thread has no connection yet. */
    abstract void prepare() throws Exception;

    /** Publishes and returns when PUBACK is there. */
    abstract void publish() throws Exception;

    final String clientId() {
        return "rival-" + getThreadContext().getThreadNum();
    }

    @Override
    public void threadStarted() {
        // connects with the first sample
    }
}
