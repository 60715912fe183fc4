package org.ackgate.jmeter.payload;

/** Gives the payload of each send. */
public interface PayloadSource {
    /** The next payload; the receiver of it never changes it unless {@link #isFresh()}. */
    byte[] next();

    /** Whether payloads are made up, so that a stamp may go into them unasked. */
    boolean isGenerated();

    /** Whether {@link #next()} gives an array of its own each time. */
    boolean isFresh();
}
