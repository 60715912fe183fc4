package org.ackgate.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerOptionsTest {

    @Test
    void takes_free_ports_by_default() {
        assertEquals(new BrokerOptions(0, 0, false), BrokerOptions.parse(List.of()));
    }

    @Test
    void reads_every_option() {
        assertEquals(
                new BrokerOptions(1883, 9399, true),
                BrokerOptions.parse(List.of("--port", "1883", "--metrics-port", "9399", "--stop-on-stdin-close")));
    }

    @Test
    void names_the_option_and_its_range_for_a_bad_port() {
        final IllegalArgumentException failure =
                assertThrows(IllegalArgumentException.class, () -> BrokerOptions.parse(List.of("--port", "70000")));
        assertEquals("Option --port takes a port from 0 to 65535, not '70000'.", failure.getMessage());
    }

    @Test
    void refuses_an_unknown_option() {
        assertThrows(IllegalArgumentException.class, () -> BrokerOptions.parse(List.of("--prot", "1883")));
    }
}
