package org.ackgate.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SUBSCRIBE or UNSUBSCRIBE that waits for its acknowledgement. */
final class ControlCall extends PendingCall {
    private final PacketKind awaited;
    private final List<String> topicFilters;
    private final List<Integer> askedQos;
    private int packetIdentifier;
    private List<Integer> reasonCodes = List.of();

    private ControlCall(PacketKind awaited, List<String> topicFilters, List<Integer> askedQos) {
        this.awaited = awaited;
        this.topicFilters = topicFilters;
        this.askedQos = askedQos;
    }

    static ControlCall subscribe(List<TopicSubscription> subscriptions) {
        List<String> topicFilters = new ArrayList<>();
        List<Integer> askedQos = new ArrayList<>();
        for (TopicSubscription subscription : subscriptions) {
            topicFilters.add(subscription.topicFilter());
            askedQos.add(subscription.qos());
        }
        return new ControlCall(PacketKind.SUBACK, topicFilters, askedQos);
    }

    static ControlCall unsubscribe(List<String> topicFilters) {
        return new ControlCall(PacketKind.UNSUBACK, topicFilters, List.of());
    }

    PacketKind awaited() {
        return awaited;
    }

    int packetIdentifier() {
        return packetIdentifier;
    }

    void packetIdentifier(int value) {
        packetIdentifier = value;
    }

    List<Integer> reasonCodes() {
        return reasonCodes;
    }

    /** Ends the call with what the acknowledgement says: the first refused or lowered filter decides the code. */
    void acknowledged(List<Integer> codes, @Nullable String reasonString, long atNanoTime) {
        reasonCodes = codes;
        complete(judge(codes, reasonString), atNanoTime);
    }

    private Outcome judge(List<Integer> codes, @Nullable String reasonString) {
        boolean subscribing = awaited == PacketKind.SUBACK;
        if (subscribing && codes.size() != topicFilters.size()) {
            return Outcome.failed(
                    ResponseCode.PROTOCOL_ERROR,
                    "SUBACK answers " + codes.size() + " filters, " + topicFilters.size() + " were asked");
        }
        for (int i = 0; i < codes.size() && i < topicFilters.size(); i++) {
            int reasonCode = codes.get(i);
            ResponseCode code = subscribing
                    ? ResponseCode.ofGrantedQos(askedQos.get(i), reasonCode)
                    : ResponseCode.ofReason(awaited, reasonCode);
            if (!code.isSuccess()) {
                return Outcome.failed(code, line(i, reasonCode, reasonString));
            }
        }
        return Outcome.OK;
    }

    private String line(int index, int reasonCode, @Nullable String reasonString) {
        String filter = "topic filter '" + topicFilters.get(index) + "'";
        String what = reasonCode < ReasonCodes.FIRST_FAILURE
                ? filter + " granted below the asked QoS " + askedQos.get(index)
                : "the broker refused " + filter;
        return ReasonCodes.line(what, awaited, reasonCode, reasonString);
    }
}
