package org.ackgate.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;

/** Where the broker listens: {@code tcp|ssl|ws|wss://host[:port][/path]}; {@code mqtt}, {@code mqtts} and {@code tls} are read too. */
public final class BrokerUri {
    private static final int MAXIMUM_PORT = 65_535;

    private final Transport transport;
    private final String host;
    private final int port;
    private final String path;

    private BrokerUri(Transport transport, String host, int port, String path) {
        this.transport = transport;
        this.host = host;
        this.port = port;
        this.path = path;
    }

    /**
     * Reads a broker URI.
     *
     * @throws InvalidInputException when scheme, host or port cannot be used, or when it carries a user or password
     */
    public static BrokerUri parse(String text) {
        URI uri = toUri(text.trim());
        Transport transport = transportOf(uri.getScheme(), text);
        if (uri.getHost() == null) {
            throw new InvalidInputException("broker '" + text + "' has no host; write e.g. tcp://127.0.0.1:1883");
        }
        if (uri.getRawUserInfo() != null) {
            throw new InvalidInputException("broker URI carries a user; give user name and password as fields");
        }
        int port = uri.getPort() < 0 ? transport.defaultPort() : uri.getPort();
        return of(transport, withoutBrackets(uri.getHost()), port, pathOf(uri));
    }

    /**
     * The same from its parts.
     *
     * @throws InvalidInputException when the port is outside 1 to 65535 or the host is empty
     */
    public static BrokerUri of(Transport transport, String host, int port, String path) {
        if (host.isBlank()) {
            throw new InvalidInputException("broker host is empty");
        }
        if (port < 1 || port > MAXIMUM_PORT) {
            throw new InvalidInputException("broker port must be 1 to 65535, not " + port);
        }
        return new BrokerUri(transport, host, port, path);
    }

    public Transport transport() {
        return transport;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** WebSocket request path with its query, e.g. {@code /mqtt}; without meaning for tcp and ssl. */
    public String path() {
        return path;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BrokerUri && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(transport, host, port, path);
    }

    @Override
    public String toString() {
        String shownHost = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        String shownPath = transport.usesWebSocket() ? path : "";
        return transport.scheme() + "://" + shownHost + ":" + port + shownPath;
    }

    private static URI toUri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new InvalidInputException("broker '" + text + "' is no URI: " + e.getReason());
        }
    }

    private static Transport transportOf(String scheme, String text) {
        switch (scheme == null ? "" : scheme.toLowerCase(Locale.ROOT)) {
            case "tcp":
            case "mqtt":
                return Transport.TCP;
            case "ssl":
            case "tls":
            case "mqtts":
                return Transport.SSL;
            case "ws":
                return Transport.WS;
            case "wss":
                return Transport.WSS;
            default:
                throw new InvalidInputException(
                        "broker '" + text + "' must start with tcp://, ssl://, ws:// or wss://");
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String pathOf(URI uri) {
        String path = uri.getRawPath();
        if (path == null || path.isEmpty()) {
            return "/mqtt";
        }
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
