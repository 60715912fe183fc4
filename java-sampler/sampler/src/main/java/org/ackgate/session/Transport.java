package org.ackgate.session;

/** What carries the MQTT bytes, named as in a broker URI. */
public enum Transport {
    TCP("tcp", 1883, false, false),
    SSL("ssl", 8883, true, false),
    WS("ws", 80, false, true),
    WSS("wss", 443, true, true);

    private final String scheme;
    private final int defaultPort;
    private final boolean tls;
    private final boolean webSocket;

    Transport(String scheme, int defaultPort, boolean tls, boolean webSocket) {
        this.scheme = scheme;
        this.defaultPort = defaultPort;
        this.tls = tls;
        this.webSocket = webSocket;
    }

    public String scheme() {
        return scheme;
    }

    public int defaultPort() {
        return defaultPort;
    }

    public boolean usesTls() {
        return tls;
    }

    public boolean usesWebSocket() {
        return webSocket;
    }
}
