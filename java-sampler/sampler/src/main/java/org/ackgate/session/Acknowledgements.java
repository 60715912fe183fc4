package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/** The sender's side of QoS 1 and 2 (MQTT 5, section 4.3), on the event loop. */
final class Acknowledgements {
    private final Flights flights;
    private final CallSlot slot;

    Acknowledgements(Flights flights, CallSlot slot) {
        this.flights = flights;
        this.slot = slot;
    }

    void acknowledged(
            Connection connection,
            PacketKind kind,
            int packetIdentifier,
            int reasonCode,
            @Nullable String reasonString,
            int packetBytes,
            long atNanoTime) {
        PublishFlight flight = flights.find(packetIdentifier, kind == PacketKind.PUBACK ? 1 : 2);
        if (flight == null) {
            unmatched(connection, kind, packetIdentifier, reasonCode);
            return;
        }
        flight.addReceivedBytes(packetBytes);
        if (kind == PacketKind.PUBREC && reasonCode < ReasonCodes.FIRST_FAILURE) {
            received(connection, flight, atNanoTime);
            return;
        }
        flight.reasonCode(reasonCode);
        if (!flights.finish(flight, outcome(kind, reasonCode, reasonString), atNanoTime)) {
            slot.wake();
        }
    }

    /** A repeated PUBREC is answered again but does not move its time. */
    private static void received(Connection connection, PublishFlight flight, long atNanoTime) {
        if (!flight.isPubrecSeen()) {
            flight.pubrec(atNanoTime);
        }
        connection.write(ControlPackets.pubrel(flight.packetIdentifier()));
    }

    /** A broker that repeats PUBREC for a finished publish waits for PUBREL; everything else is only counted. */
    private static void unmatched(Connection connection, PacketKind kind, int packetIdentifier, int reasonCode) {
        if (kind == PacketKind.PUBREC && reasonCode < ReasonCodes.FIRST_FAILURE) {
            connection.write(ControlPackets.pubrel(packetIdentifier));
        }
    }

    private static Outcome outcome(PacketKind kind, int reasonCode, @Nullable String reasonString) {
        if (reasonCode == 0) {
            return Outcome.OK;
        }
        String what =
                reasonCode < ReasonCodes.FIRST_FAILURE ? "publish acknowledged" : "the broker refused the publish";
        return Outcome.of(
                ResponseCode.ofReason(kind, reasonCode), ReasonCodes.line(what, kind, reasonCode, reasonString));
    }
}
