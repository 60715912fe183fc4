package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttConnectSampler;
import org.ackgate.jmeter.field.ConnectFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Connect. */
public class MqttConnectSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttConnectSamplerGui() {
        super("MQTT Connect", ConnectFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttConnectSampler();
    }
}
