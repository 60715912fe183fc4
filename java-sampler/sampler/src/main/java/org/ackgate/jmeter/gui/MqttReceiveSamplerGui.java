package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttReceiveSampler;
import org.ackgate.jmeter.field.ReceiveFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Receive. */
public class MqttReceiveSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttReceiveSamplerGui() {
        super("MQTT Receive", ReceiveFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttReceiveSampler();
    }
}
