/** The connections a JMeter thread holds, and everything that waits or reconnects on its behalf. */
@NullMarked
package org.ackgate.jmeter.device;

import org.jspecify.annotations.NullMarked;
