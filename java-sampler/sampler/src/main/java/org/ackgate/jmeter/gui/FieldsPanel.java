package org.ackgate.jmeter.gui;

import java.util.ArrayList;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import net.miginfocom.swing.MigLayout;
import org.ackgate.jmeter.field.Field;
import org.ackgate.jmeter.field.FieldGroup;
import org.apache.jmeter.testelement.TestElement;

/** One titled panel per group of fields, and their exchange with a test element. */
final class FieldsPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int LABEL_WIDTH = 250;

    private final transient List<FieldControl> controls = new ArrayList<>();

    FieldsPanel(List<FieldGroup> groups) {
        super(new MigLayout("fillx, wrap 1, insets 0", "[fill, grow]"));
        groups.forEach(group -> add(panelOf(group), "growx"));
    }

    /** Shows the element's values; a property that is absent shows its default. */
    void read(TestElement element) {
        for (FieldControl control : controls) {
            Field field = control.field();
            control.setText(element.getPropertyAsString(field.name(), field.defaultValue()));
        }
    }

    /** Writes what is shown into the element, all as text. */
    void write(TestElement element) {
        controls.forEach(control -> element.setProperty(control.field().name(), control.text()));
    }

    void showDefaults() {
        controls.forEach(control -> control.setText(control.field().defaultValue()));
    }

    private JPanel panelOf(FieldGroup group) {
        JPanel panel = new JPanel(
                new MigLayout("fillx, wrap 2, insets 4", "[" + LABEL_WIDTH + "!, align trailing][fill, grow]"));
        panel.setBorder(BorderFactory.createTitledBorder(group.title()));
        for (Field field : group.fields()) {
            FieldControl control = new FieldControl(field);
            controls.add(control);
            JLabel label = new JLabel(field.label());
            label.setToolTipText(field.tooltip());
            label.setLabelFor(control.component());
            panel.add(label, control.isTall() ? "aligny top" : "");
            panel.add(control.component(), "growx");
        }
        return panel;
    }
}
