package org.ackgate.session;

import java.util.Objects;

/** An MQTT 5 user property: a pair of UTF-8 strings, repeatable and ordered. */
public final class UserProperty {
    private final String name;
    private final String value;

    public UserProperty(String name, String value) {
        this.name = Objects.requireNonNull(name, "name");
        this.value = Objects.requireNonNull(value, "value");
    }

    public String name() {
        return name;
    }

    public String value() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UserProperty
                && ((UserProperty) other).name.equals(name)
                && ((UserProperty) other).value.equals(value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, value);
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
