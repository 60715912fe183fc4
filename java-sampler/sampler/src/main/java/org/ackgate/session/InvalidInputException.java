package org.ackgate.session;

/** A setting that cannot be used; the message names field, value and range and becomes the text of an INVALID_INPUT row. */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message);
    }
}
