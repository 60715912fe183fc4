package org.ackgate.jmeter.field;

import java.util.ArrayList;
import java.util.List;
import org.ackgate.session.InvalidInputException;
import org.ackgate.session.UserProperty;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.FunctionProperty;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one element as the running thread sees them, variables and functions filled in.
 *
 * <p>Every method throws {@link InvalidInputException} with a sentence that names field, range and value; the value of a
 * password is never named.
 */
public final class FieldReader {
    private final TestElement element;

    public FieldReader(TestElement element) {
        this.element = element;
    }

    /** True when the field holds a variable or function, so that its value may change from sample to sample. */
    public boolean isDynamic(Field field) {
        return element.getProperty(field.name()) instanceof FunctionProperty;
    }

    /** The text as it stands; the default when it is empty. */
    public String raw(Field field) {
        String value = element.getPropertyAsString(field.name(), "");
        return value.isEmpty() ? field.defaultValue() : value;
    }

    /** The text without blanks around it; the default when it is blank. */
    public String text(Field field) {
        String value = element.getPropertyAsString(field.name(), "").trim();
        return value.isEmpty() ? field.defaultValue() : value;
    }

    /** The text, null when it is blank. */
    public @Nullable String optional(Field field) {
        String value = text(field);
        return value.isEmpty() ? null : value;
    }

    /** The text, which must not be blank. */
    public String required(Field field) {
        String value = text(field);
        if (value.isEmpty()) {
            throw new InvalidInputException(field + " is empty");
        }
        return value;
    }

    /** A whole number from {@code minimum} to {@code maximum}. */
    public long number(Field field, long minimum, long maximum) {
        String value = text(field);
        try {
            long number = Long.parseLong(value);
            if (number >= minimum && number <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below, with the range
        }
        throw refused(field, "a whole number from " + minimum + " to " + maximum, value);
    }

    /** The same as an int. */
    public int integer(Field field, int minimum, int maximum) {
        return (int) number(field, minimum, maximum);
    }

    /** A number above 0, decimals allowed; {@code Double.POSITIVE_INFINITY} when the field is blank. */
    public double positiveOrUnlimited(Field field) {
        String value = text(field);
        if (value.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            double number = Double.parseDouble(value);
            if (number > 0 && number < Double.POSITIVE_INFINITY) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below, with the range
        }
        throw refused(field, "a number above 0", value);
    }

    /** {@code true} or {@code false}. */
    public boolean flag(Field field) {
        return Boolean.parseBoolean(choice(field));
    }

    /** One of the field's choices. */
    public String choice(Field field) {
        String value = text(field);
        if (!field.choices().contains(value)) {
            throw refused(field, "one of " + String.join(", ", field.choices()), value);
        }
        return value;
    }

    /** Lines that are not blank, without blanks around them. */
    public List<String> lines(Field field) {
        return nonBlank(text(field).split("\\R"));
    }

    /** Parts between commas that are not blank. */
    public List<String> commaSeparated(Field field) {
        return nonBlank(text(field).split(","));
    }

    /** One pair per line, e.g. {@code name=value}. */
    public List<UserProperty> pairs(Field field, char separator) {
        List<UserProperty> pairs = new ArrayList<>();
        for (String line : lines(field)) {
            int at = line.indexOf(separator);
            if (at < 1) {
                throw refused(field, "name" + separator + "value on each line", line);
            }
            pairs.add(new UserProperty(
                    line.substring(0, at).trim(), line.substring(at + 1).trim()));
        }
        return pairs;
    }

    /** The refusal of a value: which field, what it takes, what it held. */
    public static InvalidInputException refused(Field field, String takes, String value) {
        String shown = field.kind() == Field.Kind.PASSWORD ? "what it holds" : "'" + value + "'";
        return new InvalidInputException(field + " must be " + takes + ", not " + shown);
    }

    private static List<String> nonBlank(String[] parts) {
        List<String> found = new ArrayList<>();
        for (String part : parts) {
            if (!part.isBlank()) {
                found.add(part.trim());
            }
        }
        return found;
    }
}
