package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttUnsubscribeSampler;
import org.ackgate.jmeter.field.UnsubscribeFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Unsubscribe. */
public class MqttUnsubscribeSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttUnsubscribeSamplerGui() {
        super("MQTT Unsubscribe", UnsubscribeFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttUnsubscribeSampler();
    }
}
