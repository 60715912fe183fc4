package org.ackgate.jmeter.field;

import java.util.List;

/** One field of an element: a text property of the test plan and how the GUI shows it. */
public final class Field {
    /** How the GUI shows a field. */
    public enum Kind {
        TEXT,
        LINES,
        CHOICE,
        FLAG,
        PASSWORD,
        FILE
    }

    private final String name;
    private final String label;
    private final Kind kind;
    private final String defaultValue;
    private final String tooltip;
    private final List<String> choices;

    private Field(String name, String label, Kind kind, String defaultValue, String tooltip, List<String> choices) {
        this.name = name;
        this.label = label;
        this.kind = kind;
        this.defaultValue = defaultValue;
        this.tooltip = tooltip;
        this.choices = choices;
    }

    /** A line of text, a number included; its unit is in the label. */
    public static Field text(String name, String label, String defaultValue, String tooltip) {
        return new Field(name, label, Kind.TEXT, defaultValue, tooltip, List.of());
    }

    /** Several lines. */
    public static Field lines(String name, String label, String tooltip) {
        return new Field(name, label, Kind.LINES, "", tooltip, List.of());
    }

    /** One of several words; a JMeter variable may stand there too. The first is the default. */
    public static Field choice(String name, String label, String tooltip, String... choices) {
        return new Field(name, label, Kind.CHOICE, choices[0], tooltip, List.of(choices));
    }

    /** {@code true} or {@code false}. */
    public static Field flag(String name, String label, boolean defaultValue, String tooltip) {
        return new Field(name, label, Kind.FLAG, Boolean.toString(defaultValue), tooltip, List.of("true", "false"));
    }

    /** Text that is never shown. */
    public static Field password(String name, String label, String tooltip) {
        return new Field(name, label, Kind.PASSWORD, "", tooltip, List.of());
    }

    /** Path of a file. */
    public static Field file(String name, String label, String tooltip) {
        return new Field(name, label, Kind.FILE, "", tooltip, List.of());
    }

    /** Property name in the test plan. */
    public String name() {
        return name;
    }

    /** As the GUI shows it, with the unit of a number. */
    public String label() {
        return label;
    }

    public Kind kind() {
        return kind;
    }

    /** What an empty or absent property means. */
    public String defaultValue() {
        return defaultValue;
    }

    /** When to use the field. */
    public String tooltip() {
        return tooltip;
    }

    /** Words of a choice; empty otherwise. */
    public List<String> choices() {
        return choices;
    }

    @Override
    public String toString() {
        return label + " (" + name + ")";
    }
}
