package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.junit.jupiter.api.Test;

/** What holds while the publishing thread reads its own acknowledgements, which it does after a streak of publishes. */
class CallerReadsTest {
    private static final int STREAK = 200;

    @Test
    void every_publish_of_a_long_streak_is_acknowledged_in_every_qos() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    acknowledge(connection, Integer.MAX_VALUE);
                });
                MqttSession session = connected(options(broker.port()))) {
            for (int i = 0; i < 3 * STREAK; i++) {
                PublishResult result = session.publish(message(1 + i % 2), seconds(5));
                assertEquals(Outcome.OK, result.outcome());
                assertTrue(result.ackUs() >= 0);
            }
            assertTrue(((NettySession) session).callerReads(), "the calling thread never read for itself");
            assertEquals(0, session.inFlight());
            assertEquals(0, session.unmatchedAcks());
        }
    }

    @Test
    void other_packets_between_acknowledgements_reach_the_event_loop() throws Exception {
        List<String> topics = new ArrayList<>();
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    acknowledge(connection, STREAK);
                    int packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    connection.send(0x30, 5, 0, 1, 't', 0, 'x');
                    connection.acknowledge(Packet.PUBACK, packetIdentifier);
                    packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    connection.acknowledge(Packet.PUBACK, packetIdentifier, 0x87);
                    acknowledge(connection, STREAK);
                    connection.expect(Packet.PUBLISH);
                    connection.send(0xE0, 1, 0x8B);
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            session.setMessageListener(message -> topics.add(message.topic()));
            publish(session, STREAK);
            assertEquals(Outcome.OK, session.publish(message(1), seconds(5)).outcome());
            assertEquals(
                    "PUBACK_0x87",
                    session.publish(message(1), seconds(5)).outcome().code().code());
            publish(session, STREAK);
            assertEquals(
                    "DISCONNECT_0x8B",
                    session.publish(message(1), seconds(5)).outcome().code().code());
            assertEquals(List.of("t"), topics);
            assertFalse(session.isConnected());
            broker.requireNoErrors();
        }
    }

    @Test
    void acknowledgement_in_single_bytes_is_read() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    acknowledge(connection, STREAK);
                    int packetIdentifier = connection.expect(Packet.PUBLISH).packetIdentifier();
                    for (int part : new int[] {0x40, 2, packetIdentifier >> 8, packetIdentifier & 0xFF}) {
                        connection.send(part);
                        Thread.sleep(5);
                    }
                    acknowledge(connection, STREAK);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            publish(session, STREAK + 1);
            publish(session, STREAK);
        }
    }

    @Test
    void withheld_acknowledgement_times_out_and_counts_late() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    acknowledge(connection, STREAK);
                    int withheld = connection.expect(Packet.PUBLISH).packetIdentifier();
                    int next = connection.expect(Packet.PUBLISH).packetIdentifier();
                    connection.acknowledge(Packet.PUBACK, withheld);
                    connection.acknowledge(Packet.PUBACK, next);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            publish(session, STREAK);
            PublishResult withheld = session.publish(message(1), millis(200));
            assertEquals(ResponseCode.TIMEOUT_PUBACK, withheld.outcome().code());
            assertEquals(Outcome.OK, session.publish(message(1), seconds(5)).outcome());
            assertEquals(1, session.lateAcks());
        }
    }

    @Test
    void close_by_the_broker_ends_a_waiting_publish_and_is_seen_in_a_pause() throws Exception {
        CountDownLatch paused = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    acknowledge(connection, STREAK);
                    if (connection.number() == 1) {
                        connection.expect(Packet.PUBLISH);
                    } else {
                        paused.await();
                    }
                });
                MqttSession session = connected(options(broker.port()))) {
            publish(session, STREAK);
            assertEquals(
                    ResponseCode.CONNECTION_LOST,
                    session.publish(message(1), seconds(5)).outcome().code());
            assertTrue(session.connect(seconds(5)).outcome().isOk());
            publish(session, STREAK);
            paused.countDown();
            while (session.isConnected()) {
                Thread.sleep(5);
            }
            Loss loss = session.takeLoss();
            assertNotNull(loss);
            assertEquals(ResponseCode.CONNECTION_LOST, loss.code());
        }
    }

    @Test
    void cut_from_another_thread_and_interrupt_end_the_wait() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    acknowledge(connection, STREAK);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            publish(session, STREAK);
            after(100, session::cut);
            assertTrue(session.publish(message(1), seconds(20)).outcome().isCut());
            after(100, Thread.currentThread()::interrupt);
            assertTrue(session.publish(message(1), seconds(20)).outcome().isCut());
            assertTrue(Thread.interrupted());
            assertTrue(session.isConnected());
        }
    }

    private static void publish(MqttSession session, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(Outcome.OK, session.publish(message(1), seconds(5)).outcome());
        }
    }

    private static void acknowledge(ScriptedConnection connection, int publishes) throws Exception {
        for (int i = 0; i < publishes; i++) {
            Packet publish = connection.expect(Packet.PUBLISH);
            if (publish.qos() == 2) {
                connection.acknowledge(Packet.PUBREC, publish.packetIdentifier());
                connection.expect(Packet.PUBREL);
                connection.acknowledge(Packet.PUBCOMP, publish.packetIdentifier());
            } else {
                connection.acknowledge(Packet.PUBACK, publish.packetIdentifier());
            }
        }
    }

    private static void after(int delayMs, Runnable action) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(delayMs);
                action.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
