/** The elements' fields: property name, label, default, tooltip, and reading them with clear refusals. */
@NullMarked
package org.ackgate.jmeter.field;

import org.jspecify.annotations.NullMarked;
