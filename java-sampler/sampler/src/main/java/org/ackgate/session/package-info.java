/**
 * One MQTT session per virtual device: a blocking API for JMeter threads over a shared, small event loop.
 *
 * <p>Times are taken with {@link System#nanoTime()} when a packet is decoded, so the wake-up of the waiting thread is
 * never part of a measured value.
 */
@NullMarked
package org.ackgate.session;

import org.jspecify.annotations.NullMarked;
