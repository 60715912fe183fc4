package org.ackgate.scripted;

import java.io.IOException;

/** The client closed the connection. */
public final class PeerClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    PeerClosedException(String message) {
        super(message);
    }
}
