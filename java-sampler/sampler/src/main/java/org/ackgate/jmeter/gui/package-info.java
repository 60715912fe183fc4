/** Panels of the elements in JMeter's GUI, built from the fields. */
@NullMarked
package org.ackgate.jmeter.gui;

import org.jspecify.annotations.NullMarked;
