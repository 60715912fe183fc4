package org.ackgate.jmeter.row;

import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.SamplePackage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the rows of one JMeter thread. */
public final class RowEmitter {
    private static final Logger LOG = LoggerFactory.getLogger(RowEmitter.class);

    private final JMeterContext context;

    public RowEmitter(JMeterContext context) {
        this.context = context;
    }

    /** The row a sampler returns: assertions see it and JMeter sends it. */
    public SampleResult main(Row row) {
        row.publishColumns(context.getVariables());
        return row.result();
    }

    /**
     * A row beside the sampler's own. It goes straight to the listeners of the running sampler, as a Transaction
     * Controller's does: a sub-result would be renamed, inflate its parent and carry its variables.
     */
    public void extra(Row row) {
        JMeterThread thread = context.getThread();
        Object pack = context.getVariables().getObject(JMeterThread.PACKAGE_OBJECT);
        if (thread == null || !(pack instanceof SamplePackage)) {
            LOG.error("No listeners for the row '{}': it is lost", row.result().getSampleLabel());
            return;
        }
        AbstractThreadGroup group = context.getThreadGroup();
        SampleResult result = row.result();
        result.setThreadName(thread.getThreadName());
        result.setGroupThreads(group.getNumberOfThreads());
        result.setAllThreads(JMeterContextService.getNumberOfThreads());
        row.publishColumns(context.getVariables());
        SampleEvent event = new SampleEvent(result, group.getName(), context.getVariables());
        thread.getNotifier().notifyListeners(event, ((SamplePackage) pack).getSampleListeners());
    }
}
