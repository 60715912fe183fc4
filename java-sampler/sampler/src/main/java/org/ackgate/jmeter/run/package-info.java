/** What one JMeter process shares during one test: identity, counters, phase. */
@NullMarked
package org.ackgate.jmeter.run;

import org.jspecify.annotations.NullMarked;
