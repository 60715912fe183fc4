package org.ackgate.session;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Range checks whose messages name field, value and range. */
final class Limits {
    private static final int MAXIMUM_STRING_BYTES = 65_535;
    private static final long UNSIGNED_INT_MAXIMUM = 0xFFFF_FFFFL;

    private Limits() {}

    static void range(String field, long value, long minimum, long maximum) {
        if (value < minimum || value > maximum) {
            throw new InvalidInputException(field + " must be " + minimum + " to " + maximum + ", not " + value);
        }
    }

    static void unsignedInt(String field, long value, long minimum) {
        range(field, value, minimum, UNSIGNED_INT_MAXIMUM);
    }

    static void topicName(String topic) {
        nonEmpty("topic name", topic);
        if (topic.indexOf('#') >= 0 || topic.indexOf('+') >= 0) {
            throw new InvalidInputException("topic name '" + topic + "' must not hold the wildcards # or +");
        }
    }

    static void filter(String topicFilter) {
        nonEmpty("topic filter", topicFilter);
        int multiLevel = topicFilter.indexOf('#');
        boolean misplaced = multiLevel >= 0
                && (multiLevel != topicFilter.length() - 1
                        || (multiLevel > 0 && topicFilter.charAt(multiLevel - 1) != '/'));
        if (misplaced || hasMisplacedPlus(topicFilter)) {
            throw new InvalidInputException("topic filter '" + topicFilter + "' has a wildcard that fills no level");
        }
    }

    /** A string MQTT can carry: no U+0000 and at most 65,535 bytes as UTF-8. */
    static void utf8(String field, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new InvalidInputException(field + " must not hold the character U+0000");
        }
        if (value.length() > MAXIMUM_STRING_BYTES / 3
                && value.getBytes(StandardCharsets.UTF_8).length > MAXIMUM_STRING_BYTES) {
            throw new InvalidInputException(field + " must be 0 to 65535 bytes long as UTF-8");
        }
    }

    static void password(MqttVersion version, @Nullable String username, byte @Nullable [] password) {
        if (password != null && username == null && version == MqttVersion.V3_1_1) {
            throw new InvalidInputException("MQTT 3.1.1 allows no password without a user name");
        }
    }

    private static void nonEmpty(String field, String value) {
        if (value.isEmpty()) {
            throw new InvalidInputException(field + " is empty");
        }
        utf8(field, value);
    }

    private static boolean hasMisplacedPlus(String filter) {
        for (int i = filter.indexOf('+'); i >= 0; i = filter.indexOf('+', i + 1)) {
            boolean opensLevel = i == 0 || filter.charAt(i - 1) == '/';
            boolean closesLevel = i == filter.length() - 1 || filter.charAt(i + 1) == '/';
            if (!opensLevel || !closesLevel) {
                return true;
            }
        }
        return false;
    }
}
