package org.ackgate.jmeter;

import static org.ackgate.jmeter.Elements.connect;
import static org.ackgate.jmeter.Elements.subscribe;
import static org.ackgate.jmeter.RealJMeter.element;
import static org.ackgate.jmeter.RealJMeter.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.Test;

/** How a Receive window that a person or the schedule ends names its end. */
class StoppingTest {
    private static final long INTO_THE_WINDOW_MS = 500;

    @Test
    void a_window_cut_by_shutdown_says_so() throws Exception {
        RecordedRow row = receiveStoppedBy(StandardJMeterEngine::askThreadsToStop);
        assertTrue(row.result().isSuccessful());
        assertEquals("cut by the shutdown of the test; received 0", row.result().getResponseMessage());
    }

    @Test
    void a_window_cut_by_stop_now_says_so() throws Exception {
        RecordedRow row = receiveStoppedBy(engine -> engine.stopTest(true));
        assertTrue(row.result().isSuccessful());
        assertEquals("cut by an interrupt; received 0", row.result().getResponseMessage());
    }

    private static RecordedRow receiveStoppedBy(Consumer<StandardJMeterEngine> stop) throws Exception {
        CountDownLatch subscribed = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> {
            connection.accept();
            int packetIdentifier = connection.expect(Packet.SUBSCRIBE).packetIdentifier();
            connection.send(0x90, 3, packetIdentifier >> 8, packetIdentifier & 0xFF, 0);
            subscribed.countDown();
            connection.drain();
        })) {
            TestElement receive = element(new MqttReceiveSampler(), "receive", Map.of("receive.window_ms", "60000"));
            List<RecordedRow> rows = RealJMeter.run(
                    1,
                    1,
                    120,
                    sequence(connect(broker), subscribe("t 0"), receive),
                    engine -> stopAfter(subscribed, () -> stop.accept(engine)));
            return rows.get(rows.size() - 1);
        }
    }

    private static void stopAfter(CountDownLatch subscribed, Runnable stop) {
        Thread stopper = new Thread(
                () -> {
                    try {
                        subscribed.await();
                        Thread.sleep(INTO_THE_WINDOW_MS);
                        stop.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stopper");
        stopper.setDaemon(true);
        stopper.start();
    }
}
