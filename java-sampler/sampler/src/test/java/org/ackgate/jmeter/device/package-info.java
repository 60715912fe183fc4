/** Settings of the thread's connections. */
@NullMarked
package org.ackgate.jmeter.device;

import org.jspecify.annotations.NullMarked;
