package org.ackgate.bench;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What others build on: the blocking interface of HiveMQ's client. */
public class HivemqClientSampler extends AbstractRivalSampler {
    private static final long serialVersionUID = 1L;

    private transient @Nullable Mqtt3BlockingClient client = null;
    private transient @Nullable Mqtt3Publish message = null;

    @Override
    void prepare() {
        if (client != null) {
            return;
        }
        Mqtt3BlockingClient connected = Mqtt3Client.builder()
                .identifier(clientId())
                .serverHost("127.0.0.1")
                .serverPort(getPropertyAsInt("rival.port"))
                .buildBlocking();
        connected.connect();
        message = Mqtt3Publish.builder()
                .topic(getPropertyAsString("rival.topic"))
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(getPropertyAsString("rival.payload").getBytes(StandardCharsets.UTF_8))
                .build();
        client = connected;
    }

    @Override
    void publish() {
        if (client != null && message != null) {
            client.publish(message);
        }
    }

    @Override
    public void threadFinished() {
        if (client != null) {
            client.toAsync().disconnect();
        }
    }
}
