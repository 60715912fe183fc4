package org.ackgate.session;

/** How far a connection has come. */
enum ConnectPhase {
    TCP,
    TLS,
    WEBSOCKET,
    CONNACK,
    LIVE,
    CLOSED
}
