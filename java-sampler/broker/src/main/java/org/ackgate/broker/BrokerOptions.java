package org.ackgate.broker;

import java.util.List;

/**
 * What the command line asks for.
 *
 * @param port TCP port of the MQTT listener on 127.0.0.1; 0 takes a free one
 * @param metricsPort TCP port of {@code GET /metrics} on 127.0.0.1; 0 takes a free one
 * @param stopOnStdinClose stop when standard input ends, so that the broker never outlives its parent
 */
public record BrokerOptions(int port, int metricsPort, boolean stopOnStdinClose) {

    static final String USAGE = String.join(
            System.lineSeparator(),
            "Usage: java -jar ackgate-broker.jar [--port N] [--metrics-port N] [--stop-on-stdin-close]",
            "  --port N               MQTT port on 127.0.0.1 (default 0: a free one)",
            "  --metrics-port N       port of GET /metrics on 127.0.0.1 (default 0: a free one)",
            "  --stop-on-stdin-close  stop when standard input ends",
            "Prints READY port=N metrics=N on standard output once it accepts connections.",
            "Example: java -jar ackgate-broker.jar --port 1883");

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with one sentence that names the option and what it takes
     */
    public static BrokerOptions parse(final List<String> arguments) {
        int port = 0;
        int metricsPort = 0;
        boolean stopOnStdinClose = false;
        for (int i = 0; i < arguments.size(); i++) {
            final String name = arguments.get(i);
            switch (name) {
                case "--port" -> port = portAt(arguments, ++i, name);
                case "--metrics-port" -> metricsPort = portAt(arguments, ++i, name);
                case "--stop-on-stdin-close" -> stopOnStdinClose = true;
                default -> throw new IllegalArgumentException("Unknown option " + name + "; see --help.");
            }
        }
        return new BrokerOptions(port, metricsPort, stopOnStdinClose);
    }

    private static int portAt(final List<String> arguments, final int index, final String name) {
        final String text = index < arguments.size() ? arguments.get(index) : "";
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new IllegalArgumentException("Option " + name + " takes a port from 0 to 65535, not '" + text + "'.");
        }
        return Integer.parseInt(text);
    }
}
