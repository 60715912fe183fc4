package org.ackgate.jmeter.receive;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Sequences of shared subscriptions: the members of a group get each message once between them, so their sequences are
 * followed together, as far as they live in this process.
 */
public final class SharedGroups {
    /** Set by JMeter on each server of a distributed test. */
    private static final String DISTRIBUTED_PREFIX = "__jm.D_TG";

    private final boolean crossesProcesses =
            !JMeterUtils.getPropDefault(DISTRIBUTED_PREFIX, "").isEmpty();
    private final Map<String, SequenceBook> books = new ConcurrentHashMap<>();

    SequenceBook book(String sharedFilter) {
        return books.computeIfAbsent(sharedFilter, absent -> new SequenceBook());
    }

    /** True when members of a group may live in other processes: sequences say nothing then. */
    boolean crossesProcesses() {
        return crossesProcesses;
    }
}
