package org.ackgate.session;

import java.util.HashMap;
import java.util.Map;

/** Aliases of one connection towards the broker (MQTT 5, section 3.3.2.3.4): the first topics get them and keep them. */
final class TopicAliases {
    private final int maximum;
    private final Map<String, Integer> byTopic = new HashMap<>();

    TopicAliases(int maximum) {
        this.maximum = maximum;
    }

    boolean isKnown(String topic) {
        return byTopic.containsKey(topic);
    }

    /** The alias of a topic, a new one if there is room; 0 for none. */
    int aliasFor(String topic) {
        Integer known = byTopic.get(topic);
        if (known != null) {
            return known;
        }
        if (byTopic.size() >= maximum) {
            return 0;
        }
        int alias = byTopic.size() + 1;
        byTopic.put(topic, alias);
        return alias;
    }
}
