package org.ackgate.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Session over Netty. */
final class NettySession implements MqttSession {
    private final SessionOptions options;

    NettySession(SessionOptions options, SessionLoop loop) {
        this.options = options;
    }

    @Override
    public ConnectResult connect(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PublishResult publish(OutgoingMessage message, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SubscribeResult subscribe(List<TopicSubscription> subscriptions, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UnsubscribeResult unsubscribe(List<String> topicFilters, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DisconnectResult disconnect(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    @Override
    public boolean isConnected() {
        return false;
    }

    @Override
    public @Nullable Loss takeLoss() {
        return null;
    }

    @Override
    public void setMessageListener(MessageSink listener) {}

    @Override
    public long lateAcks() {
        return 0;
    }

    @Override
    public long unmatchedAcks() {
        return 0;
    }

    @Override
    public int inFlight() {
        return 0;
    }

    @Override
    public long lastPingUs() {
        return -1;
    }

    @Override
    public @Nullable ServerGrants grants() {
        return null;
    }

    @Override
    public String clientId() {
        return options.clientId();
    }

    @Override
    public SessionOptions options() {
        return options;
    }

    @Override
    public void cut() {}
}
