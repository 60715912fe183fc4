package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/** What one session keeps over all its connections. */
final class SessionCore {
    private final SessionOptions options;
    private final CallSlot slot = new CallSlot();
    private final Flights flights = new Flights();
    private final Acknowledgements acknowledgements = new Acknowledgements(flights, slot);
    private final Incoming incoming;
    private volatile long lastPingUs = OperationResult.NOT_MEASURED;
    private volatile @Nullable String assignedClientId;
    private volatile int connections;
    private volatile boolean expectsMessages;

    SessionCore(SessionOptions options) {
        this.options = options;
        this.incoming = new Incoming(options);
    }

    SessionOptions options() {
        return options;
    }

    CallSlot slot() {
        return slot;
    }

    Flights flights() {
        return flights;
    }

    Acknowledgements acknowledgements() {
        return acknowledgements;
    }

    Incoming incoming() {
        return incoming;
    }

    /** The identifier to connect with: one the broker assigned earlier stays ours. */
    String clientId() {
        String assigned = assignedClientId;
        return assigned == null ? options.clientId() : assigned;
    }

    long lastPingUs() {
        return lastPingUs;
    }

    /** Whether messages may come in at any time, whose arrival has to be seen at once. */
    boolean expectsMessages() {
        return expectsMessages;
    }

    void subscribed() {
        expectsMessages = true;
    }

    int connections() {
        return connections;
    }

    /** CONNACK accepted a connection: settle what earlier connections left behind, then let packets flow. */
    void connected(Connection connection, ServerAnswer answer) {
        lastPingUs = OperationResult.NOT_MEASURED;
        connections++;
        if (answer.assignedClientId() != null) {
            assignedClientId = answer.assignedClientId();
        }
        expectsMessages |= answer.sessionPresent();
        if (!answer.sessionPresent()) {
            flights.clear();
            incoming.clear();
        }
        incoming.newConnection();
        connection.live(answer);
        resend(connection);
    }

    void pinged(long pingUs) {
        lastPingUs = pingUs;
        slot.wake();
    }

    /** A connection failed or was lost: ends the waiting call, or keeps the loss until it is asked for. */
    void connectionEnded(Outcome outcome) {
        flights.dropControls();
        slot.connectionEnded(outcome);
    }

    /** The only place where a packet is sent again (MQTT 5, section 4.4). */
    private void resend(Connection connection) {
        for (PublishFlight flight : flights.unacknowledged()) {
            connection.write(
                    flight.isPubrecSeen()
                            ? ControlPackets.pubrel(flight.packetIdentifier())
                            : connection.encode(flight.message(), flight.packetIdentifier(), true));
        }
    }
}
