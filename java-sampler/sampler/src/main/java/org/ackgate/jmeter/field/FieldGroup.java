package org.ackgate.jmeter.field;

import java.util.ArrayList;
import java.util.List;

/** Fields that belong together, shown as one titled panel. */
public final class FieldGroup {
    private final String title;
    private final List<Field> fields;

    private FieldGroup(String title, List<Field> fields) {
        this.title = title;
        this.fields = fields;
    }

    public static FieldGroup of(String title, Field... fields) {
        return new FieldGroup(title, List.of(fields));
    }

    public String title() {
        return title;
    }

    public List<Field> fields() {
        return fields;
    }

    /** The fields of several groups in order. */
    public static List<Field> fieldsOf(List<FieldGroup> groups) {
        List<Field> all = new ArrayList<>();
        groups.forEach(group -> all.addAll(group.fields()));
        return List.copyOf(all);
    }
}
