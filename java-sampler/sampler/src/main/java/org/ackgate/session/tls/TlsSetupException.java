package org.ackgate.session.tls;

/** TLS files or settings that cannot be used; the message names the file and what to do, never a password. */
public final class TlsSetupException extends Exception {
    private static final long serialVersionUID = 1L;

    TlsSetupException(String message) {
        super(message);
    }
}
