package org.ackgate.session;

/** Result of a connect, from the start of the TCP connection to CONNACK decoded. */
public final class ConnectResult extends OperationResult {
    private final long tcpUs;
    private final long tlsUs;
    private final long connackUs;
    private final long pingUs;
    private final int connectionNumber;
    private final ServerGrants grants;

    ConnectResult(
            Outcome outcome,
            CallTimes times,
            long tcpUs,
            long tlsUs,
            long connackUs,
            long pingUs,
            int connectionNumber,
            ServerGrants grants) {
        super(outcome, times);
        this.tcpUs = tcpUs;
        this.tlsUs = tlsUs;
        this.connackUs = connackUs;
        this.pingUs = pingUs;
        this.connectionNumber = connectionNumber;
        this.grants = grants;
    }

    /** TCP connection, name resolution included. */
    public long tcpUs() {
        return tcpUs;
    }

    /** TLS handshake; not measured without TLS. */
    public long tlsUs() {
        return tlsUs;
    }

    /** CONNECT written to CONNACK decoded (with WebSocket the upgrade is part of it). */
    public long connackUs() {
        return connackUs;
    }

    /** PINGREQ to PINGRESP right after CONNACK; not measured when it came later than the ping wait. */
    public long pingUs() {
        return pingUs;
    }

    /** 1 for the session object's first successful connection, 2 after its first reconnect, ...; 0 on failure. */
    public int connectionNumber() {
        return connectionNumber;
    }

    /** What the broker said in CONNACK; defaults of the protocol where it said nothing. */
    public ServerGrants grants() {
        return grants;
    }

    /** Session present flag of CONNACK. */
    public boolean sessionPresent() {
        return grants.sessionPresent();
    }
}
