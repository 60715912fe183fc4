/** Open schedules of several publish streams on one thread, and the barrier before them. */
@NullMarked
package org.ackgate.jmeter.stream;

import org.jspecify.annotations.NullMarked;
