package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttDisconnectSampler;
import org.ackgate.jmeter.field.DisconnectFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Disconnect. */
public class MqttDisconnectSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttDisconnectSamplerGui() {
        super("MQTT Disconnect", DisconnectFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttDisconnectSampler();
    }
}
