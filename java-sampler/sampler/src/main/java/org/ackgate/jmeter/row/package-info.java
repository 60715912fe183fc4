/** JTL rows: one SampleResult with its mqtt_* variables, as the main result or as an extra row. */
@NullMarked
package org.ackgate.jmeter.row;

import org.jspecify.annotations.NullMarked;
