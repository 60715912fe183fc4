package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

class PublishTest {
    private static final int HELD_MS = 50;

    @Test
    void qos1_ends_at_puback() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    Thread.sleep(HELD_MS);
                    connection.acknowledge(Packet.PUBACK, packetIdentifier);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult result = session.publish(message(1), seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            assertEquals(1, result.packetIdentifier());
            assertTrue(result.ackUs() >= HELD_MS * 1000, () -> "acknowledged after " + result.ackUs() + " us");
            assertEquals(result.ackUs(), result.elapsedUs());
            assertEquals(OperationResult.NOT_MEASURED, result.pubrecUs());
            assertEquals(4, result.receivedBytes());
            assertEquals(35, result.sentBytes());
        }
    }

    @Test
    void qos2_tells_pubrec_and_pubcomp_apart() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    Thread.sleep(HELD_MS);
                    connection.acknowledge(Packet.PUBREC, packetIdentifier);
                    assertEquals(
                            packetIdentifier, connection.expect(Packet.PUBREL).packetIdentifier());
                    Thread.sleep(2 * HELD_MS);
                    connection.acknowledge(Packet.PUBCOMP, packetIdentifier);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult result = session.publish(message(2), seconds(5));
            broker.requireNoErrors();
            assertEquals(Outcome.OK, result.outcome());
            assertTrue(result.pubrecUs() >= HELD_MS * 1000, () -> "PUBREC after " + result.pubrecUs() + " us");
            assertTrue(result.pubcompUs() >= 2 * HELD_MS * 1000, () -> "PUBCOMP after " + result.pubcompUs() + " us");
            assertTrue(result.ackUs() >= result.pubrecUs() + result.pubcompUs());
            assertEquals(result.pubrecUs(), result.firstAckUs());
        }
    }

    @Test
    void qos0_ends_at_the_socket_write_without_acknowledge_time() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    arrived.countDown();
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult result = session.publish(message(0), seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            assertEquals(OperationResult.NOT_MEASURED, result.ackUs());
            assertEquals(0, result.packetIdentifier());
            assertTrue(arrived.await(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void withheld_pubrec_and_pubcomp_have_their_own_codes() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.acknowledge(
                            Packet.PUBREC, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult noPubrec = session.publish(message(2), millis(150));
            PublishResult noPubcomp = session.publish(message(2), millis(150));
            assertEquals(ResponseCode.TIMEOUT_PUBREC, noPubrec.outcome().code());
            assertEquals(ResponseCode.TIMEOUT_PUBCOMP, noPubcomp.outcome().code());
            assertTrue(noPubcomp.pubrecUs() >= 0);
            assertTrue(session.isConnected());
        }
    }

    @Test
    void refused_publishes_keep_the_connection_and_free_their_identifier() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier(), 0x87);
                    connection.acknowledge(
                            Packet.PUBREC, connection.expect(Packet.PUBLISH).packetIdentifier(), 0x97);
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier(), 0x10);
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            PublishResult forbidden = session.publish(message(1), seconds(5));
            PublishResult quota = session.publish(message(2), seconds(5));
            PublishResult nobody = session.publish(message(1), seconds(5));
            assertEquals("PUBACK_0x87", forbidden.outcome().code().code());
            assertEquals(
                    "the broker refused the publish: not authorized (0x87)",
                    forbidden.outcome().reason());
            assertEquals("PUBREC_0x97", quota.outcome().code().code());
            assertEquals("PUBACK_0x10", nobody.outcome().code().code());
            assertTrue(nobody.outcome().isOk());
            assertEquals(0, session.inFlight());
            assertTrue(session.isConnected());
        }
    }

    @Test
    void wrong_and_repeated_packet_identifiers_are_counted_and_keep_the_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    connection.acknowledge(Packet.PUBACK, packetIdentifier + 7);
                    connection.acknowledge(Packet.PUBACK, packetIdentifier);
                    connection.acknowledge(Packet.PUBACK, packetIdentifier);
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            assertEquals(2, session.unmatchedAcks());
            assertEquals(0, session.lateAcks());
            assertTrue(session.isConnected());
        }
    }

    @Test
    void packets_above_the_brokers_maximum_are_refused_here() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x27, 0, 0, 0, 40);
                    connection.acknowledge(
                            Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            PublishResult oversize =
                    session.publish(OutgoingMessage.of("device/1/telemetry", new byte[30], 1, false), seconds(5));
            assertEquals(ResponseCode.INVALID_INPUT, oversize.outcome().code());
            assertEquals(0, session.inFlight());
            PublishResult fits = session.publish(OutgoingMessage.of("t", new byte[10], 1, false), seconds(5));
            assertTrue(fits.outcome().isOk());
        }
    }

    @Test
    void scheduled_end_cuts_a_wait_without_failure() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            Deadline deadline = Deadline.afterMs(10_000, System.currentTimeMillis() + 150);
            PublishResult result = session.publish(message(1), deadline);
            assertEquals(OutcomeKind.CUT, result.outcome().kind());
            assertTrue(result.elapsedUs() < 5_000_000);
        }
    }

    @Test
    void interrupt_cuts_a_wait_and_keeps_its_flag() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            Thread.currentThread().interrupt();
            PublishResult result = session.publish(message(1), seconds(10));
            session.close();
            assertTrue(Thread.interrupted());
            assertEquals(OutcomeKind.CUT, result.outcome().kind());
            assertFalse(session.isConnected());
        }
    }

    @Test
    void broker_that_stops_reading_times_out_publishes_and_keeps_the_connection() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    done.await();
                });
                MqttSession session =
                        connected(options(broker.port()).keepAliveS(0).pingWaitMs(-1))) {
            OutgoingMessage large = OutgoingMessage.of("t", new byte[1 << 20], 0, false);
            PublishResult result = session.publish(large, millis(300));
            for (int i = 0; i < 40 && result.outcome().isOk(); i++) {
                result = session.publish(large, millis(300));
            }
            assertEquals(ResponseCode.TIMEOUT_TCP, result.outcome().code());
            PublishResult qos1 = session.publish(message(1), millis(100));
            assertEquals(ResponseCode.TIMEOUT_PUBACK, qos1.outcome().code());
            assertTrue(qos1.outcome().reason().contains("stopped reading"), qos1.outcome()::reason);
            assertTrue(session.isConnected());
        } finally {
            done.countDown();
        }
    }

    @Test
    void topic_alias_replaces_the_topic_from_the_second_message_on() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x22, 0, 1);
                    String[] topics = {"a", "", "b"};
                    for (String topic : topics) {
                        Packet publish = connection.expect(Packet.PUBLISH);
                        assertEquals(topic, publish.topic());
                        connection.acknowledge(Packet.PUBACK, publish.packetIdentifier());
                    }
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            for (String topic : new String[] {"a", "a", "b"}) {
                OutgoingMessage message = OutgoingMessage.of(topic, new byte[] {1}, 1, false);
                assertTrue(session.publish(message, seconds(5)).outcome().isOk());
            }
            broker.requireNoErrors();
        }
    }
}
