/** Schedules and the barrier. */
@NullMarked
package org.ackgate.jmeter.stream;

import org.jspecify.annotations.NullMarked;
