package org.ackgate.session;

import io.netty.channel.EventLoop;
import java.util.List;
import org.ackgate.session.tls.TlsContext;
import org.ackgate.session.tls.TlsSetupException;
import org.jspecify.annotations.Nullable;

/** Session over Netty: the blocking calls. What happens on the event loop is in {@link Connection} and below. */
final class NettySession implements MqttSession {
    static final Outcome NOT_CONNECTED =
            Outcome.failed(ResponseCode.NOT_CONNECTED, "there is no connection; connect first");

    private final SessionOptions options;
    private final EventLoop loop;
    private final SessionCore session;
    private final Publisher publisher;
    private final Subscriber subscriber;
    private volatile @Nullable Connection connection;

    NettySession(SessionOptions options, SessionLoop sessionLoop) {
        this.options = options;
        loop = sessionLoop.next();
        session = new SessionCore(options);
        publisher = new Publisher(session);
        subscriber = new Subscriber(session, loop);
    }

    @Override
    public ConnectResult connect(Deadline deadline) {
        TlsContext tls = null;
        try {
            tls = options.brokerUri().transport().usesTls() ? TlsContext.of(options.tls()) : null;
        } catch (TlsSetupException e) {
            ConnectCall refused = new ConnectCall();
            refused.endWith(Outcome.failed(ResponseCode.INVALID_INPUT, String.valueOf(e.getMessage())));
            return failed(refused, ServerAnswer.none(options));
        }
        ConnectCall call = new ConnectCall();
        session.slot().enter(call);
        try {
            Connection open = connection;
            if (open != null && open.isLive()) {
                call.endWith(Outcome.failed(ResponseCode.INVALID_INPUT, "already connected; disconnect first"));
                return failed(call, ServerAnswer.none(options));
            }
            return connect(call, tls, deadline);
        } finally {
            session.slot().leave();
        }
    }

    @Override
    public PublishResult publish(OutgoingMessage message, Deadline deadline) {
        return publisher.publish(message, connection, deadline);
    }

    @Override
    public SubscribeResult subscribe(List<TopicSubscription> subscriptions, Deadline deadline) {
        return subscriber.subscribe(subscriptions, connection, deadline);
    }

    @Override
    public UnsubscribeResult unsubscribe(List<String> topicFilters, Deadline deadline) {
        return subscriber.unsubscribe(topicFilters, connection, deadline);
    }

    @Override
    public DisconnectResult disconnect(Deadline deadline) {
        PendingCall call = new PendingCall();
        session.slot().enter(call);
        try {
            Connection open = connection;
            if (open == null || !open.isLive()) {
                call.endWith(NOT_CONNECTED);
                return new DisconnectResult(call.outcome(), call.times());
            }
            open.disconnect();
            call.addSentBytes(ControlPackets.disconnect().length);
            WaitEnd end = call.awaitUntil(open::isGone, deadline);
            call.endBy(end, ResponseCode.TIMEOUT_TCP, "DISCONNECT was sent, but the socket did not close in time");
            call.endWith(Outcome.OK);
            return new DisconnectResult(call.outcome(), call.times());
        } finally {
            session.slot().leave();
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        if (open == null) {
            return;
        }
        if (open.isLive()) {
            open.disconnect();
        } else {
            open.abort();
        }
    }

    @Override
    public boolean isConnected() {
        Connection open = connection;
        return open != null && open.isLive();
    }

    @Override
    public @Nullable Loss takeLoss() {
        Connection open = connection;
        while (open != null && open.isEnding()) {
            Thread.yield();
        }
        return session.slot().takeLoss();
    }

    @Override
    public void setMessageListener(MessageSink listener) {
        session.incoming().listener(listener);
    }

    @Override
    public long lateAcks() {
        return session.flights().lateAcks();
    }

    @Override
    public long unmatchedAcks() {
        return session.flights().unmatchedAcks();
    }

    @Override
    public int inFlight() {
        return session.flights().publishes();
    }

    @Override
    public long lastPingUs() {
        return session.lastPingUs();
    }

    @Override
    public @Nullable ServerGrants grants() {
        Connection open = connection;
        return open == null || open.grants().reasonCode() != 0 ? null : open.grants();
    }

    @Override
    public String clientId() {
        return session.clientId();
    }

    @Override
    public SessionOptions options() {
        return options;
    }

    @Override
    public void cut() {
        session.slot().cut();
    }

    /** Whether the publishing thread reads for itself at the moment. */
    boolean callerReads() {
        Connection open = connection;
        CallerReads reads = open == null ? null : open.callerReads();
        return reads != null && reads.isActive();
    }

    private ConnectResult connect(ConnectCall call, @Nullable TlsContext tls, Deadline deadline) {
        Connection opened = new Connection(session, call);
        connection = opened;
        if (!Thread.currentThread().isInterrupted()) {
            new Connector(options, loop, opened, new TransportPipeline(options, opened, tls)).start();
        }
        WaitEnd end = call.await(deadline);
        if (end != WaitEnd.DONE) {
            Outcome timeout = Failures.timeout(call.phase());
            call.endBy(end, timeout.code(), timeout.reason());
        }
        if (!call.outcome().isOk()) {
            opened.abort();
            return failed(call, opened.grants());
        }
        CallTimes times = call.times();
        if (options.pingWaitMs() > 0) {
            Deadline pingDeadline = deadline.atMostMs(options.pingWaitMs());
            call.awaitUntil(() -> session.lastPingUs() >= 0 || !opened.isLive(), pingDeadline);
        }
        return result(call, times, session.connections(), opened.grants());
    }

    private ConnectResult failed(ConnectCall call, ServerGrants grants) {
        return result(call, call.times(), 0, grants);
    }

    private ConnectResult result(ConnectCall call, CallTimes times, int connectionNumber, ServerGrants grants) {
        return new ConnectResult(
                call.outcome(),
                times,
                call.tcpUs(),
                call.tlsUs(),
                call.connackUs(),
                call.outcome().isOk() ? session.lastPingUs() : OperationResult.NOT_MEASURED,
                connectionNumber,
                grants);
    }
}
