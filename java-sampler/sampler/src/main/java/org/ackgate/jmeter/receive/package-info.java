/** What arrives: windows, end-to-end latency, sequences of publishers. */
@NullMarked
package org.ackgate.jmeter.receive;

import org.jspecify.annotations.NullMarked;
