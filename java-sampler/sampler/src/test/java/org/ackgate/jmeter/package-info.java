/** The elements inside a real JMeter engine, against a scripted broker. */
@NullMarked
package org.ackgate.jmeter;

import org.jspecify.annotations.NullMarked;
