package org.ackgate.jmeter.gui;

import java.awt.BorderLayout;
import java.awt.Component;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JFileChooser;
import javax.swing.JPanel;
import javax.swing.JPasswordField;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.text.JTextComponent;
import org.ackgate.jmeter.field.Field;
import org.apache.jmeter.gui.util.FileDialoger;

/** The Swing control of one field. Choices and flags can be typed over, so that a JMeter variable fits everywhere. */
final class FieldControl {
    private static final int TEXT_COLUMNS = 40;
    private static final int TEXT_ROWS = 4;

    private final Field field;
    private final JComponent input;
    private final JComponent component;

    FieldControl(Field field) {
        this.field = field;
        input = input(field);
        component = wrapped(field, input);
        setTooltip(input);
    }

    Field field() {
        return field;
    }

    /** What goes into the panel. */
    JComponent component() {
        return component;
    }

    /** Whether it takes more than one line. */
    boolean isTall() {
        return field.kind() == Field.Kind.LINES;
    }

    String text() {
        if (input instanceof JComboBox) {
            Object typed = ((JComboBox<?>) input).getEditor().getItem();
            return typed == null ? "" : typed.toString();
        }
        if (input instanceof JPasswordField) {
            return new String(((JPasswordField) input).getPassword());
        }
        return ((JTextComponent) input).getText();
    }

    void setText(String text) {
        if (input instanceof JComboBox) {
            ((JComboBox<?>) input).setSelectedItem(text);
        } else {
            ((JTextComponent) input).setText(text);
        }
    }

    private void setTooltip(Component of) {
        if (of instanceof JComponent) {
            ((JComponent) of).setToolTipText(field.tooltip());
        }
        if (of instanceof JComboBox) {
            setTooltip(((JComboBox<?>) of).getEditor().getEditorComponent());
        }
    }

    private static JComponent input(Field field) {
        switch (field.kind()) {
            case LINES:
                return new JTextArea(TEXT_ROWS, TEXT_COLUMNS);
            case CHOICE:
            case FLAG:
                JComboBox<String> box = new JComboBox<>(field.choices().toArray(new String[0]));
                box.setEditable(true);
                return box;
            case PASSWORD:
                return new JPasswordField(TEXT_COLUMNS);
            default:
                return new JTextField(TEXT_COLUMNS);
        }
    }

    private static JComponent wrapped(Field field, JComponent input) {
        if (field.kind() == Field.Kind.LINES) {
            return new JScrollPane(input);
        }
        if (field.kind() == Field.Kind.FILE) {
            JPanel panel = new JPanel(new BorderLayout(4, 0));
            panel.add(input, BorderLayout.CENTER);
            panel.add(browseButton((JTextField) input), BorderLayout.EAST);
            return panel;
        }
        return input;
    }

    private static JButton browseButton(JTextField path) {
        JButton browse = new JButton("Browse...");
        browse.addActionListener(event -> {
            JFileChooser chooser = FileDialoger.promptToOpenFile();
            if (chooser != null && chooser.getSelectedFile() != null) {
                path.setText(chooser.getSelectedFile().getPath());
            }
        });
        return browse;
    }
}
