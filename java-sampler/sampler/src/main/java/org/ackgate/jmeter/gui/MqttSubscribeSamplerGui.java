package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttSubscribeSampler;
import org.ackgate.jmeter.field.SubscribeFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Subscribe. */
public class MqttSubscribeSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttSubscribeSamplerGui() {
        super("MQTT Subscribe", SubscribeFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttSubscribeSampler();
    }
}
