package org.ackgate.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One MQTT session of one device. Blocking calls come from one thread at a time; {@link #close()} and the getters may
 * be called from any thread.
 *
 * <p>Nothing reconnects by itself. Calling {@link #connect} again after a loss reconnects; when the broker still has
 * the session, unacknowledged PUBLISH (with DUP) and PUBREL packets are sent again, and only then.
 *
 * <p>No call throws for what happens on the network: every result carries an {@link Outcome}. A wait that an interrupt
 * ends returns {@link OutcomeKind#CUT} with the interrupt flag set.
 */
public interface MqttSession extends AutoCloseable {
    /** A session that is not connected yet; it holds no socket. */
    static MqttSession create(SessionOptions options, SessionLoop loop) {
        return new NettySession(options, loop);
    }

    /** Opens TCP, TLS and WebSocket as the broker URI says, sends CONNECT, and returns once CONNACK is decoded. */
    ConnectResult connect(Deadline deadline);

    /**
     * Publishes and waits for the socket write (QoS 0), PUBACK (QoS 1) or PUBCOMP (QoS 2). Waiting for a free slot
     * under the broker's receive maximum counts within the deadline. A publish that times out stays in flight: its
     * packet identifier is not reused and a late acknowledgement is counted.
     */
    PublishResult publish(OutgoingMessage message, Deadline deadline);

    /** Sends one SUBSCRIBE with all filters and waits for SUBACK. */
    SubscribeResult subscribe(List<TopicSubscription> subscriptions, Deadline deadline);

    /** Sends one UNSUBSCRIBE with all filters and waits for UNSUBACK. */
    UnsubscribeResult unsubscribe(List<String> topicFilters, Deadline deadline);

    /** Sends DISCONNECT and closes the socket. */
    DisconnectResult disconnect(Deadline deadline);

    /** Ends the connection, with DISCONNECT where one is up. Waits for nothing, works with the interrupt flag set, may be called twice. */
    @Override
    void close();

    boolean isConnected();

    /** The loss that happened while no call was waiting, once; null without one. */
    @Nullable
    Loss takeLoss();

    /** Who gets incoming messages; set it before subscribing or, with a persistent session, before connecting. */
    void setMessageListener(MessageSink listener);

    /** Acknowledgements of publishes that had timed out or been cut before, since the session was made. */
    long lateAcks();

    /** Acknowledgements for packet identifiers that were not in flight, since the session was made. */
    long unmatchedAcks();

    /** Publishes sent but not acknowledged yet, timed-out ones included. */
    int inFlight();

    /** Round trip of the last PINGREQ; {@link OperationResult#NOT_MEASURED} before the first. */
    long lastPingUs();

    /** What the last successful CONNACK granted; null before. */
    @Nullable
    ServerGrants grants();

    /** The client identifier in use: assigned by the broker, or the one asked for. */
    String clientId();

    /** The options it was made with. */
    SessionOptions options();

    /** Asks the event loop to end a waiting call as {@link OutcomeKind#CUT}, for {@code Interruptible} samplers; any thread. */
    void cut();
}
