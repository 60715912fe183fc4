package org.ackgate.session;

/** A connect in progress with the moments it passed. */
final class ConnectCall extends PendingCall {
    private volatile ConnectPhase phase = ConnectPhase.TCP;
    private long tcpNanoTime;
    private long tlsNanoTime;
    private long connectSentNanoTime;
    private long connackNanoTime;
    private boolean tcpDone;
    private boolean tlsDone;
    private boolean connackDone;

    ConnectPhase phase() {
        return phase;
    }

    void tcpConnected(long atNanoTime, ConnectPhase next) {
        tcpNanoTime = atNanoTime;
        tcpDone = true;
        phase = next;
    }

    void tlsConnected(long atNanoTime, ConnectPhase next) {
        tlsNanoTime = atNanoTime;
        tlsDone = true;
        phase = next;
    }

    void connectStarted(long atNanoTime) {
        connectSentNanoTime = atNanoTime;
    }

    void awaitConnack() {
        phase = ConnectPhase.CONNACK;
    }

    void connackDecoded(long atNanoTime) {
        connackNanoTime = atNanoTime;
        connackDone = true;
    }

    long tcpUs() {
        return OperationResult.betweenUs(startNanoTime(), tcpNanoTime, tcpDone);
    }

    long tlsUs() {
        return OperationResult.betweenUs(tcpNanoTime, tlsNanoTime, tlsDone);
    }

    long connackUs() {
        return OperationResult.betweenUs(connectSentNanoTime, connackNanoTime, connackDone);
    }
}
