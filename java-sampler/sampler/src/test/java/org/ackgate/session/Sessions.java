package org.ackgate.session;

import java.nio.charset.StandardCharsets;

/** Short ways to make sessions and messages in tests. */
final class Sessions {
    private Sessions() {}

    static SessionOptions.Builder options(int port) {
        return SessionOptions.builder(BrokerUri.of(Transport.TCP, "127.0.0.1", port, "/mqtt"), "device-1");
    }

    static SessionOptions.Builder optionsV5(int port) {
        return options(port).mqttVersion(MqttVersion.V5);
    }

    static MqttSession session(SessionOptions.Builder options) {
        return MqttSession.create(options.build(), SessionLoop.shared());
    }

    /** A session that is connected already. */
    static MqttSession connected(SessionOptions.Builder options) {
        MqttSession session = session(options);
        ConnectResult result = session.connect(seconds(5));
        if (!result.outcome().isOk()) {
            throw new AssertionError("connect failed: " + result.outcome());
        }
        return session;
    }

    static Deadline seconds(int seconds) {
        return Deadline.afterMs(seconds * 1000L);
    }

    static Deadline millis(int limitMs) {
        return Deadline.afterMs(limitMs);
    }

    static OutgoingMessage message(int qos) {
        return OutgoingMessage.of("device/device-1/telemetry", "21.5".getBytes(StandardCharsets.UTF_8), qos, false);
    }
}
