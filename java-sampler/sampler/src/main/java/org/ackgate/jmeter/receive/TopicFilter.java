package org.ackgate.jmeter.receive;

import java.util.ArrayList;
import java.util.List;

/** Matches topic names against a topic filter (MQTT 5, section 4.7); a shared subscription's prefix is left out. */
final class TopicFilter {
    private static final String SHARED = "$share/";

    private final String text;
    private final boolean isShared;
    private final List<String> levels;

    TopicFilter(String text) {
        this.text = text;
        int filterStart = text.startsWith(SHARED) ? text.indexOf('/', SHARED.length()) + 1 : 0;
        isShared = filterStart > 0;
        levels = levelsOf(text.substring(filterStart));
    }

    /** As subscribed, with the prefix of a shared subscription. */
    String text() {
        return text;
    }

    boolean isShared() {
        return isShared;
    }

    boolean matches(String topic) {
        if (topic.startsWith("$") && !levels.get(0).startsWith("$")) {
            return false;
        }
        int position = 0;
        for (int i = 0; i < levels.size(); i++) {
            String level = levels.get(i);
            if ("#".equals(level)) {
                return true;
            }
            if (position > topic.length()) {
                return false;
            }
            int end = topic.indexOf('/', position);
            end = end < 0 ? topic.length() : end;
            if (!"+".equals(level) && !isSame(level, topic, position, end)) {
                return false;
            }
            position = end + 1;
        }
        return position > topic.length();
    }

    private static boolean isSame(String level, String topic, int start, int end) {
        return level.length() == end - start && topic.startsWith(level, start);
    }

    private static List<String> levelsOf(String filter) {
        List<String> levels = new ArrayList<>();
        int start = 0;
        for (int end = filter.indexOf('/'); end >= 0; end = filter.indexOf('/', start)) {
            levels.add(filter.substring(start, end));
            start = end + 1;
        }
        levels.add(filter.substring(start));
        return levels;
    }
}
