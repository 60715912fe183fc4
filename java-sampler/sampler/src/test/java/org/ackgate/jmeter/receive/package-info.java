/** Receive windows. */
@NullMarked
package org.ackgate.jmeter.receive;

import org.jspecify.annotations.NullMarked;
