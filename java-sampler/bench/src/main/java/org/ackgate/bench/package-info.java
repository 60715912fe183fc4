/** Rivals of the publish element, as samplers of their own; for benchmarks only. */
@NullMarked
package org.ackgate.bench;

import org.jspecify.annotations.NullMarked;
