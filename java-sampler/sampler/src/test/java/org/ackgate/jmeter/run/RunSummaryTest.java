package org.ackgate.jmeter.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
    @Test
    void the_json_holds_every_counter() throws Exception {
        RunCounters counters = new RunCounters();
        counters.lateAcks().add(3);
        counters.acknowledged().add(40);
        counters.cut(Operation.PUBLISH).add(2);
        BarrierReport barrier = new BarrierReport(50, 49, true, 1_200, 1_796_071_014_513L);
        JsonNode json = new ObjectMapper().readTree(new RunSummary(counters, barrier).json());
        assertEquals(1, json.get("schema_version").asInt());
        assertEquals(3, json.get("late_acks").asInt());
        assertEquals(40, json.get("acknowledged").asInt());
        assertEquals(2, json.get("cut").get("publish").asInt());
        assertEquals(0, json.get("cut").get("receive").asInt());
        assertEquals(49, json.get("barrier").get("ready_threads").asInt());
        assertTrue(json.get("barrier").get("limit_passed").asBoolean());
        assertEquals(1_796_071_014_513L, json.get("barrier").get("opened_ms").asLong());
    }

    @Test
    void no_barrier_is_null() throws Exception {
        JsonNode json = new ObjectMapper().readTree(new RunSummary(new RunCounters(), null).json());
        assertTrue(json.get("barrier").isNull());
    }

    @Test
    void a_phase_ends_where_the_next_begins() {
        Phase phase = Phase.of(10.0, 40.0);
        assertEquals("warm_up", phase.after(9.999));
        assertEquals("steady", phase.after(10));
        assertEquals("steady", phase.after(39.999));
        assertEquals("drain", phase.after(40));
    }
}
