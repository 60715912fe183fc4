package org.ackgate.jmeter.run;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The run's counters as one line for the log and as one JSON object for who reads the run folder. */
final class RunSummary {
    private static final List<Operation> CAN_BE_CUT = List.of(
            Operation.CONNECT,
            Operation.PUBLISH,
            Operation.SUBSCRIBE,
            Operation.UNSUBSCRIBE,
            Operation.DISCONNECT,
            Operation.RECEIVE);

    private final RunCounters counters;
    private final @Nullable BarrierReport barrier;

    RunSummary(RunCounters counters, @Nullable BarrierReport barrier) {
        this.counters = counters;
        this.barrier = barrier;
    }

    String logLine() {
        return "ackgate: late_acks=" + counters.lateAcks().sum()
                + " acknowledged=" + counters.acknowledged().sum()
                + " sent_qos0=" + counters.sentQos0().sum()
                + " cut_publishes=" + counters.cut(Operation.PUBLISH).sum()
                + " in_flight_at_end=" + counters.inFlightAtEnd().sum()
                + " unread_messages=" + counters.unreadMessages().sum()
                + " connections_opened=" + counters.connectionsOpened().sum()
                + " connections_lost=" + counters.connectionsLost().sum();
    }

    String json() {
        List<String> members = Arrays.asList(
                member("schema_version", 1),
                member("late_acks", counters.lateAcks().sum()),
                member("unmatched_acks", counters.unmatchedAcks().sum()),
                member("unread_messages", counters.unreadMessages().sum()),
                member("negative_latencies", counters.negativeLatencies().sum()),
                member("unstamped_messages", counters.unstampedMessages().sum()),
                member("sent_qos0", counters.sentQos0().sum()),
                member("acknowledged", counters.acknowledged().sum()),
                "\"cut\": " + cut(),
                member("connections_opened", counters.connectionsOpened().sum()),
                member("connections_lost", counters.connectionsLost().sum()),
                member("in_flight_at_end", counters.inFlightAtEnd().sum()),
                "\"barrier\": " + barrierJson());
        return "{" + String.join(", ", members) + "}\n";
    }

    private String cut() {
        return CAN_BE_CUT.stream()
                .map(operation ->
                        member(operation.text(), counters.cut(operation).sum()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String barrierJson() {
        if (barrier == null) {
            return "null";
        }
        return "{" + member("expected_threads", barrier.expectedThreads())
                + ", " + member("ready_threads", barrier.readyThreads())
                + ", \"limit_passed\": " + barrier.limitPassed()
                + ", " + member("waited_ms", barrier.waitedMs())
                + ", " + member("opened_ms", barrier.openedMs()) + "}";
    }

    private static String member(String name, long value) {
        return "\"" + name + "\": " + value;
    }
}
