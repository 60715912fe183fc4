package org.ackgate.jmeter.gui;

import java.awt.BorderLayout;
import java.util.List;
import org.ackgate.jmeter.field.FieldGroup;
import org.apache.jmeter.samplers.gui.AbstractSamplerGui;
import org.apache.jmeter.testelement.TestElement;

/** Panel of a sampler, built from its fields. */
abstract class AbstractFieldsSamplerGui extends AbstractSamplerGui {
    private static final long serialVersionUID = 1L;

    private final String menuLabel;
    private final FieldsPanel panel;

    AbstractFieldsSamplerGui(String menuLabel, List<FieldGroup> groups) {
        this.menuLabel = menuLabel;
        panel = new FieldsPanel(groups);
        setLayout(new BorderLayout(0, 5));
        setBorder(makeBorder());
        add(makeTitlePanel(), BorderLayout.NORTH);
        add(panel, BorderLayout.CENTER);
        panel.showDefaults();
        setName(menuLabel);
    }

    /** An element without values. */
    abstract TestElement newElement();

    @Override
    public String getStaticLabel() {
        return menuLabel == null ? "MQTT" : menuLabel;
    }

    @Override
    public String getLabelResource() {
        return getClass().getSimpleName();
    }

    @Override
    public TestElement createTestElement() {
        TestElement element = newElement();
        modifyTestElement(element);
        return element;
    }

    @Override
    public void modifyTestElement(TestElement element) {
        element.clear();
        configureTestElement(element);
        panel.write(element);
    }

    @Override
    public void configure(TestElement element) {
        super.configure(element);
        panel.read(element);
    }

    @Override
    public void clearGui() {
        super.clearGui();
        panel.showDefaults();
    }
}
