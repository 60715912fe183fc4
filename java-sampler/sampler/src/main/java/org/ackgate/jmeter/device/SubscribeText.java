package org.ackgate.jmeter.device;

import java.util.List;
import java.util.Locale;
import org.ackgate.session.SubscribeResult;
import org.ackgate.session.TopicSubscription;

/** What View Results Tree shows for a SUBSCRIBE. */
final class SubscribeText {
    private SubscribeText() {}

    static String of(List<TopicSubscription> subscriptions, SubscribeResult result) {
        StringBuilder text = new StringBuilder("packet identifier: ").append(result.packetIdentifier());
        List<Integer> reasons = result.reasonCodes();
        for (int i = 0; i < subscriptions.size(); i++) {
            TopicSubscription asked = subscriptions.get(i);
            text.append("\ntopic filter: ")
                    .append(asked.topicFilter())
                    .append(", QoS: ")
                    .append(asked.qos());
            if (i < reasons.size()) {
                text.append(String.format(Locale.ROOT, ", reason: 0x%02X", reasons.get(i)));
            }
        }
        return text.toString();
    }
}
