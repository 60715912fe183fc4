/** Payloads and the stamp that lets a receiver measure latency and loss. */
@NullMarked
package org.ackgate.jmeter.payload;

import org.jspecify.annotations.NullMarked;
