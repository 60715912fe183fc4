package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

/** Publishes that outlive their call: late acknowledgements, receive maximum, and what is sent again after a reconnect. */
class InFlightTest {
    @Test
    void withheld_puback_times_out_stays_in_flight_and_counts_late() throws Exception {
        CountDownLatch timedOut = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int withheld = connection.expect(Packet.PUBLISH).packetIdentifier();
                    timedOut.await();
                    connection.acknowledge(Packet.PUBACK, withheld);
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult first = session.publish(message(1), millis(200));
            assertEquals(ResponseCode.TIMEOUT_PUBACK, first.outcome().code());
            assertTrue(first.elapsedUs() >= 200_000);
            assertEquals(OperationResult.NOT_MEASURED, first.ackUs());
            assertEquals(1, session.inFlight());
            timedOut.countDown();
            PublishResult second = session.publish(message(1), seconds(5));
            assertTrue(second.outcome().isOk());
            assertEquals(2, second.packetIdentifier());
            assertEquals(1, session.lateAcks());
            assertEquals(0, session.inFlight());
            assertTrue(session.isConnected());
        }
    }

    @Test
    void receive_maximum_is_honoured_by_publishes_that_timed_out() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x21, 0, 1);
                    connection.expect(Packet.PUBLISH);
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            session.publish(message(1), millis(100));
            PublishResult second = session.publish(message(1), millis(150));
            assertEquals(ResponseCode.TIMEOUT_PUBACK, second.outcome().code());
            assertEquals(0, second.packetIdentifier());
            assertEquals(0, second.sentBytes());
            assertTrue(second.outcome().reason().contains("receive maximum of 1"), second.outcome()::reason);
        }
    }

    @Test
    void late_acknowledgement_makes_room_for_a_waiting_publish() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x21, 0, 1);
                    int first = connection.expect(Packet.PUBLISH).packetIdentifier();
                    Thread.sleep(300);
                    connection.acknowledge(Packet.PUBACK, first);
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            session.publish(message(1), millis(100));
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            assertEquals(1, session.lateAcks());
        }
    }

    @Test
    void unacknowledged_publish_is_sent_again_with_dup_only_into_a_present_session() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept(connection.number() > 1);
                    Packet publish = connection.expect(Packet.PUBLISH);
                    assertEquals(connection.number() > 1, publish.duplicate());
                    if (connection.number() == 1) {
                        return;
                    }
                    assertEquals(1, publish.packetIdentifier());
                    connection.acknowledge(Packet.PUBACK, publish.packetIdentifier());
                    Packet next = connection.expect(Packet.PUBLISH);
                    assertFalse(next.duplicate());
                    connection.acknowledge(Packet.PUBACK, next.packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()).cleanStart(false))) {
            PublishResult lost = session.publish(message(1), seconds(5));
            assertEquals(ResponseCode.CONNECTION_LOST, lost.outcome().code());
            assertNull(session.takeLoss());
            ConnectResult again = session.connect(seconds(5));
            assertTrue(again.sessionPresent());
            assertEquals(2, again.connectionNumber());
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(1, session.lateAcks());
        }
    }

    @Test
    void nothing_is_sent_again_when_the_session_is_gone() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    Packet publish = connection.expect(Packet.PUBLISH);
                    assertFalse(publish.duplicate());
                    if (connection.number() == 1) {
                        return;
                    }
                    connection.acknowledge(Packet.PUBACK, publish.packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            session.publish(message(1), seconds(5));
            assertTrue(session.connect(seconds(5)).outcome().isOk());
            assertEquals(0, session.inFlight());
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(0, session.lateAcks());
        }
    }

    @Test
    void pubrel_is_sent_again_when_pubrec_had_come() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept(connection.number() > 1);
                    if (connection.number() == 1) {
                        connection.acknowledge(
                                Packet.PUBREC, connection.expect(Packet.PUBLISH).packetIdentifier());
                        connection.expect(Packet.PUBREL);
                        return;
                    }
                    connection.acknowledge(
                            Packet.PUBCOMP, connection.expect(Packet.PUBREL).packetIdentifier());
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()).cleanStart(false))) {
            assertEquals(
                    ResponseCode.CONNECTION_LOST,
                    session.publish(message(2), seconds(5)).outcome().code());
            session.connect(seconds(5));
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(1, session.lateAcks());
            assertEquals(0, session.inFlight());
        }
    }
}
