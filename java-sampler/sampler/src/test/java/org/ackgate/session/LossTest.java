package org.ackgate.session;

import static org.ackgate.session.Sessions.connected;
import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.options;
import static org.ackgate.session.Sessions.optionsV5;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.junit.jupiter.api.Test;

class LossTest {
    @Test
    void loss_while_idle_is_kept_with_its_moment_and_told_once() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connected.await();
                });
                MqttSession session = connected(options(broker.port()).pingWaitMs(-1))) {
            long beforeMs = System.currentTimeMillis();
            connected.countDown();
            awaitEnd(session);
            Loss loss = session.takeLoss();
            assertNotNull(loss);
            assertEquals(ResponseCode.CONNECTION_LOST, loss.code());
            assertTrue(loss.epochMs() >= beforeMs && loss.epochMs() <= System.currentTimeMillis());
            assertNull(session.takeLoss());
            PublishResult after = session.publish(message(1), seconds(5));
            assertEquals(ResponseCode.NOT_CONNECTED, after.outcome().code());
            assertNull(session.takeLoss());
        }
    }

    @Test
    void reset_during_a_publish_ends_it_as_a_network_failure() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.reset();
                });
                MqttSession session = connected(options(broker.port()))) {
            PublishResult result = session.publish(message(1), seconds(5));
            assertEquals(ResponseCode.NETWORK_RESET, result.outcome().code());
            assertNull(session.takeLoss());
            assertFalse(session.isConnected());
        }
    }

    @Test
    void server_disconnect_names_its_reason() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    connection.expect(Packet.PUBLISH);
                    connection.send(0xE0, 2, 0x8B, 0);
                });
                MqttSession session = connected(optionsV5(broker.port()))) {
            PublishResult result = session.publish(message(1), seconds(5));
            assertEquals("DISCONNECT_0x8B", result.outcome().code().code());
            assertTrue(result.outcome().reason().contains("server shutting down"), result.outcome()::reason);
            assertFalse(session.isConnected());
        }
    }

    @Test
    void server_disconnect_while_idle_is_a_loss_of_that_code() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5();
                    connection.send(0xE0, 1, 0x8E);
                });
                MqttSession session = connected(optionsV5(broker.port()).pingWaitMs(-1))) {
            awaitEnd(session);
            Loss loss = session.takeLoss();
            assertNotNull(loss);
            assertEquals("DISCONNECT_0x8E", loss.code().code());
        }
    }

    @Test
    void garbage_on_a_live_connection_ends_it_as_a_protocol_error() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.send(0x00, 0xFF, 0x13, 0x37);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            assertEquals(
                    ResponseCode.PROTOCOL_ERROR,
                    session.publish(message(1), seconds(5)).outcome().code());
        }
    }

    @Test
    void second_connack_is_a_protocol_error() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.send(0x20, 2, 0, 0);
                    connection.drain();
                });
                MqttSession session = connected(options(broker.port()))) {
            assertEquals(
                    ResponseCode.PROTOCOL_ERROR,
                    session.publish(message(1), seconds(5)).outcome().code());
        }
    }

    @Test
    void half_a_puback_and_a_close_is_a_lost_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.expect(Packet.PUBLISH);
                    connection.send(0x40, 2, 0);
                });
                MqttSession session = connected(options(broker.port()))) {
            assertEquals(
                    ResponseCode.CONNECTION_LOST,
                    session.publish(message(1), seconds(5)).outcome().code());
        }
    }

    @Test
    void missing_pingresp_ends_the_connection_within_one_and_a_half_keep_alives() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    connection.stayDeaf();
                });
                MqttSession session =
                        connected(options(broker.port()).keepAliveS(1).pingWaitMs(0))) {
            awaitEnd(session);
            Loss loss = session.takeLoss();
            assertNotNull(loss);
            assertEquals(ResponseCode.CONNECTION_LOST, loss.code());
            assertTrue(loss.reason().contains("no PINGRESP"), loss::reason);
        }
    }

    @Test
    void keep_alive_runs_by_itself_while_the_thread_is_idle() throws Exception {
        CountDownLatch pings = new CountDownLatch(3);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.accept();
                    while (connection.read().type() == Packet.PINGREQ) {
                        pings.countDown();
                        connection.send(0xD0, 0);
                    }
                });
                MqttSession session = connected(options(broker.port()).keepAliveS(1))) {
            pings.await();
            assertTrue(session.isConnected());
            assertNull(session.takeLoss());
        }
    }

    @Test
    void server_keep_alive_overrides_ours() throws Exception {
        CountDownLatch pings = new CountDownLatch(2);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
                    connection.acceptV5(0x13, 0, 1);
                    while (connection.read().type() == Packet.PINGREQ) {
                        pings.countDown();
                        connection.send(0xD0, 0);
                    }
                });
                MqttSession session = connected(optionsV5(broker.port()).keepAliveS(600))) {
            pings.await();
            assertTrue(session.isConnected());
        }
    }

    private static void awaitEnd(MqttSession session) throws InterruptedException {
        while (session.isConnected()) {
            Thread.sleep(5);
        }
    }
}
