package org.ackgate.jmeter.gui;

import java.awt.BorderLayout;
import org.ackgate.jmeter.MqttStreamsController;
import org.ackgate.jmeter.field.StreamsFields;
import org.apache.jmeter.control.gui.AbstractControllerGui;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Streams. */
public class MqttStreamsControllerGui extends AbstractControllerGui {
    private static final long serialVersionUID = 1L;
    private static final String MENU_LABEL = "MQTT Streams";

    private final FieldsPanel panel = new FieldsPanel(StreamsFields.GROUPS);

    public MqttStreamsControllerGui() {
        setLayout(new BorderLayout(0, 5));
        setBorder(makeBorder());
        add(makeTitlePanel(), BorderLayout.NORTH);
        add(panel, BorderLayout.CENTER);
        panel.showDefaults();
    }

    @Override
    public String getStaticLabel() {
        return MENU_LABEL;
    }

    @Override
    public String getLabelResource() {
        return getClass().getSimpleName();
    }

    @Override
    public TestElement createTestElement() {
        TestElement element = new MqttStreamsController();
        modifyTestElement(element);
        return element;
    }

    @Override
    public void modifyTestElement(TestElement element) {
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
