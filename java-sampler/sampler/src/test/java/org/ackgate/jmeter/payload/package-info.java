/** Payloads and stamps. */
@NullMarked
package org.ackgate.jmeter.payload;

import org.jspecify.annotations.NullMarked;
