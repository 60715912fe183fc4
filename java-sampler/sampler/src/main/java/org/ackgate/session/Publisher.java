package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/** Publishes on behalf of the calling thread: waits for room, writes, waits for the acknowledgement. */
final class Publisher {
    private static final long NOT_MEASURED = OperationResult.NOT_MEASURED;

    private final SessionCore session;

    Publisher(SessionCore session) {
        this.session = session;
    }

    PublishResult publish(OutgoingMessage message, @Nullable Connection connection, Deadline deadline) {
        PublishFlight flight = new PublishFlight(message);
        session.slot().enter(flight);
        try {
            if (connection == null || !connection.isLive()) {
                return result(flight, flight.endWith(NettySession.NOT_CONNECTED));
            }
            return result(flight, send(flight, connection, deadline));
        } finally {
            session.slot().leave();
        }
    }

    private Outcome send(PublishFlight flight, Connection connection, Deadline deadline) {
        OutgoingMessage message = flight.message();
        Outcome refusal = PublishLimits.refusal(message, connection.grants());
        if (refusal != null) {
            return flight.endWith(refusal);
        }
        if (Thread.currentThread().isInterrupted()) {
            return flight.endBy(WaitEnd.INTERRUPT, ResponseCode.OK, "");
        }
        if (!takeRoom(flight, connection)) {
            WaitEnd end = flight.awaitUntil(() -> flight.isDone() || takeRoom(flight, connection), deadline);
            if (end != WaitEnd.DONE) {
                return flight.endBy(end, timeoutCode(flight), noRoomReason(connection));
            }
            if (flight.isDone()) {
                return flight.outcome();
            }
        }
        return write(flight, connection, deadline);
    }

    private Outcome write(PublishFlight flight, Connection connection, Deadline deadline) {
        byte[] packet = connection.encode(flight.message(), flight.packetIdentifier(), false);
        if (packet.length > connection.grants().maximumPacketSizeBytes()) {
            session.flights().withdraw(flight);
            return flight.endWith(PublishLimits.tooLarge(packet.length, connection.grants()));
        }
        flight.addSentBytes(packet.length);
        connection.writer().write(packet, flight.message().qos() == 0 ? flight : null);
        CallerReads reads = flight.message().qos() == 0 ? null : connection.callerReads();
        WaitEnd end = reads == null ? flight.await(deadline) : reads.await(flight, deadline);
        if (end == WaitEnd.DONE) {
            return flight.outcome();
        }
        return flight.endBy(end, timeoutCode(flight), timeoutReason(flight));
    }

    /** True when the socket takes bytes and, at QoS 1 and 2, the publish got its packet identifier. */
    private boolean takeRoom(PublishFlight flight, Connection connection) {
        if (!connection.isWritable()) {
            return false;
        }
        return flight.message().qos() == 0 || session.flights().add(flight, connection.sendMaximum());
    }

    private static ResponseCode timeoutCode(PublishFlight flight) {
        switch (flight.message().qos()) {
            case 0:
                return ResponseCode.TIMEOUT_TCP;
            case 1:
                return ResponseCode.TIMEOUT_PUBACK;
            default:
                return flight.isPubrecSeen() ? ResponseCode.TIMEOUT_PUBCOMP : ResponseCode.TIMEOUT_PUBREC;
        }
    }

    private String noRoomReason(Connection connection) {
        if (!connection.isWritable()) {
            return "the broker has stopped reading; the message was not sent";
        }
        return session.flights().publishes()
                + " earlier publishes without acknowledgement use up the receive maximum of " + connection.sendMaximum()
                + "; the message was not sent";
    }

    private static String timeoutReason(PublishFlight flight) {
        switch (flight.message().qos()) {
            case 0:
                return "the socket did not take the message; the broker has stopped reading";
            case 1:
                return "no PUBACK in time; the message stays in flight";
            default:
                return flight.isPubrecSeen()
                        ? "no PUBCOMP in time; the message stays in flight"
                        : "no PUBREC in time; the message stays in flight";
        }
    }

    private static PublishResult result(PublishFlight flight, Outcome outcome) {
        CallTimes times = flight.times();
        int qos = flight.message().qos();
        boolean acknowledged = qos > 0 && flight.reasonCode() >= 0;
        boolean received = flight.isPubrecSeen();
        long start = flight.startNanoTime();
        return new PublishResult(
                outcome,
                times,
                flight.packetIdentifier(),
                OperationResult.betweenUs(start, flight.endNanoTime(), acknowledged && (qos == 1 || received)),
                received ? OperationResult.betweenUs(start, flight.pubrecNanoTime(), true) : NOT_MEASURED,
                OperationResult.betweenUs(flight.pubrecNanoTime(), flight.endNanoTime(), acknowledged && received),
                flight.reasonCode());
    }
}
