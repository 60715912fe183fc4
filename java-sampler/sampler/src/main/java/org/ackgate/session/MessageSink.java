package org.ackgate.session;

/** Takes incoming messages on the event loop: it must be quick and must never block. */
@FunctionalInterface
public interface MessageSink {
    /** Called once per message, in order of arrival. The message's payload is valid during the call only. */
    void onMessage(IncomingMessage message);
}
