package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

class SubscribeTest {
    private static final List<TopicSubscription> TWO_FILTERS =
            List.of(TopicSubscription.of("device/1/command", 1), TopicSubscription.of("secret/#", 1));

    @Test
    void granted_filters_succeed() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
                    connection.send(0x90, 4, packetIdentifier >> 8, packetIdentifier, 1, 2);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            SubscribeResult result = session.subscribe(TWO_FILTERS, seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            assertEquals(List.of(1, 2), result.reasonCodes());
            assertEquals(34, result.sentBytes());
            assertEquals(6, result.receivedBytes());
        }
    }

    @Test
    void one_refused_filter_of_two_fails_and_keeps_the_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
                    connection.send(0x90, 4, packetIdentifier >> 8, packetIdentifier, 1, 0x80);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            SubscribeResult result = session.subscribe(TWO_FILTERS, seconds(5));
            assertEquals("SUBACK_0x80", result.outcome().code().code());
            assertTrue(result.outcome().reason().contains("'secret/#'"), result.outcome()::reason);
            assertEquals(List.of(1, 0x80), result.reasonCodes());
            assertTrue(session.isConnected());
        }
    }

    @Test
    void qos_granted_below_the_asked_one_fails() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
                    connection.send(0x90, 4, packetIdentifier >> 8, packetIdentifier, 1, 0);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            assertEquals(
                    "SUBACK_0x00",
                    session.subscribe(TWO_FILTERS, seconds(5)).outcome().code().code());
        }
    }

    @Test
    void late_suback_is_not_taken_for_the_next_one() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    int first = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
                    int second = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
                    connection.send(0x90, 3, first >> 8, first, 0x80);
                    connection.send(0x90, 3, second >> 8, second, 1);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            List<TopicSubscription> one = List.of(TopicSubscription.of("a", 1));
            assertEquals(
                    ResponseCode.TIMEOUT_SUBACK,
                    session.subscribe(one, millis(100)).outcome().code());
            assertEquals(Outcome.OK, session.subscribe(one, seconds(5)).outcome());
        }
    }

    @Test
    void unsubscribe_reports_each_reason_code() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    int packetIdentifier = connection.expect(Packet.UNSUBSCRIBE).packetIdentifier();
                    connection.send(0xB0, 5, packetIdentifier >> 8, packetIdentifier, 0, 0, 0x11);
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            UnsubscribeResult result = session.unsubscribe(List.of("a", "b"), seconds(5));
            assertEquals(Outcome.OK, result.outcome());
            assertEquals(List.of(0, 0x11), result.reasonCodes());
        }
    }

    @Test
    void qos2_message_is_delivered_once_and_its_handshake_finished() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.send(0x34, 6, 0, 1, 't', 0, 9, 'x');
                    assertEquals(9, connection.expect(Packet.PUBREC).packetIdentifier());
                    connection.send(0x3C, 6, 0, 1, 't', 0, 9, 'x');
                    assertEquals(9, connection.expect(Packet.PUBREC).packetIdentifier());
                    connection.acknowledge(Packet.PUBREL, 9);
                    assertEquals(9, connection.expect(Packet.PUBCOMP).packetIdentifier());
                    connection.send(0x34, 6, 0, 1, 't', 0, 9, 'y');
                    assertEquals(9, connection.expect(Packet.PUBREC).packetIdentifier());
                    connection.acknowledge(Packet.PUBACK, 1);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            List<Character> payloads = new ArrayList<>();
            session.setMessageListener(
                    message -> payloads.add((char) message.payload().get(0)));
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(List.of('x', 'y'), payloads);
        }
    }

    @Test
    void incoming_qos1_is_acknowledged_and_carries_its_version_5_properties() throws Exception {
        BlockingQueue<List<Object>> seen = new LinkedBlockingQueue<>();
        int[] properties = {0x0B, 7, 0x26, 0, 1, 'k', 0, 1, 'v', 0x03, 0, 1, 'c', 0x09, 0, 2, 1, 2};
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    connection.expect(Packet.PUBLISH);
                    int[] packet = new int[2 + 5 + 1 + properties.length + 1];
                    int[] head = {0x33, packet.length - 2, 0, 1, 't', 0, 5, properties.length};
                    System.arraycopy(head, 0, packet, 0, head.length);
                    System.arraycopy(properties, 0, packet, head.length, properties.length);
                    packet[packet.length - 1] = 0xFF;
                    connection.send(packet);
                    assertEquals(5, connection.expect(Packet.PUBACK).packetIdentifier());
                    connection.acknowledge(Packet.PUBACK, 1);
                    connection.drain();
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            session.setMessageListener(message -> {
                assertArrayEquals(new byte[] {1, 2}, message.correlationData());
                seen.add(List.of(
                        message.topic(),
                        message.payload().get(0),
                        message.qos(),
                        message.retain(),
                        message.userProperties(),
                        message.subscriptionIdentifiers(),
                        String.valueOf(message.contentType())));
            });
            assertTrue(session.publish(message(1), seconds(5)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(
                    List.of("t", (byte) 0xFF, 1, true, List.of(new UserProperty("k", "v")), List.of(7), "c"),
                    seen.poll(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void fast_messages_arrive_in_order_and_are_stamped_at_decode() throws Exception {
        int messages = 500;
        BlockingQueue<Long> stamps = new LinkedBlockingQueue<>();
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    for (int i = 0; i < messages; i++) {
                        connection.send(0x32, 7, 0, 1, 't', i + 1 >> 8, i + 1 & 0xFF, i >> 8, i & 0xFF);
                    }
                    for (int i = 0; i < messages; i++) {
                        assertEquals(i + 1, connection.expect(Packet.PUBACK).packetIdentifier());
                    }
                    connection.acknowledge(Packet.PUBACK, 1);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            List<Integer> numbers = new ArrayList<>();
            session.setMessageListener(message -> {
                numbers.add((int) message.payload().getShort(0));
                stamps.add(message.decodeNanoTime());
            });
            long startNanoTime = System.nanoTime();
            assertTrue(session.publish(message(1), seconds(20)).outcome().isOk());
            broker.requireNoErrors();
            assertEquals(messages, numbers.size());
            for (int i = 0; i < messages; i++) {
                assertEquals(i, numbers.get(i));
            }
            assertTrue(stamps.stream().allMatch(stamp -> stamp >= startNanoTime && stamp <= System.nanoTime()));
            assertNull(session.takeLoss());
        }
    }
}
