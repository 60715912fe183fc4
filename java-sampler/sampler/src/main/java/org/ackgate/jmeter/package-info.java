/** The elements that JMeter shows in its menus: MQTT samplers and the MQTT Streams controller. */
@NullMarked
package org.ackgate.jmeter;

import org.jspecify.annotations.NullMarked;
