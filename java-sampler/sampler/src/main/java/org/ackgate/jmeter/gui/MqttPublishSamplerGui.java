package org.ackgate.jmeter.gui;

import org.ackgate.jmeter.MqttPublishSampler;
import org.ackgate.jmeter.field.PublishFields;
import org.apache.jmeter.testelement.TestElement;

/** Panel of MQTT Publish. */
public class MqttPublishSamplerGui extends AbstractFieldsSamplerGui {
    private static final long serialVersionUID = 1L;

    public MqttPublishSamplerGui() {
        super("MQTT Publish", PublishFields.GROUPS);
    }

    @Override
    TestElement newElement() {
        return new MqttPublishSampler();
    }
}
