package org.ackgate.session;

/** A JVM of its own: warms up, says so, then connects and publishes once. */
final class WarmUpProbe {
    static final String WARM = "the warm-up is over";

    private WarmUpProbe() {}

    /** {@code arguments}: the port of a broker on loopback. */
    public static void main(String[] arguments) {
        WarmUp.once();
        System.out.println(WARM);
        try (MqttSession session = Sessions.connected(Sessions.options(Integer.parseInt(arguments[0])))) {
            session.publish(Sessions.message(1), Sessions.seconds(5));
        }
    }
}
