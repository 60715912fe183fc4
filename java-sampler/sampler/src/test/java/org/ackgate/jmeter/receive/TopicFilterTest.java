package org.ackgate.jmeter.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFilterTest {
    @ParameterizedTest
    @CsvSource({
        "a/b,a/b,true",
        "a/b,a/bc,false",
        "a/+/c,a/b/c,true",
        "a/+/c,a//c,true",
        "a/+,a/b/c,false",
        "+,a,true",
        "+/+,/a,true",
        "a/#,a,true",
        "a/#,a/b/c,true",
        "#,a/b,true",
        "#,$SYS/x,false",
        "+/x,$SYS/x,false",
        "$SYS/#,$SYS/x,true",
        "a/b/,a/b,false",
        "a/b,a/b/,false",
        "$share/g/a/+,a/b,true",
        "$share/g/a/+,b/b,false"
    })
    void matches_as_the_specification_says(String filter, String topic, boolean matches) {
        assertEquals(matches, new TopicFilter(filter).matches(topic));
    }

    @Test
    void a_shared_subscription_is_known_as_one() {
        assertTrue(new TopicFilter("$share/g/a/+").isShared());
    }
}
