package org.ackgate.session;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.mqtt.MqttMessage;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Subscribes and unsubscribes on behalf of the calling thread. */
final class Subscriber {
    private final SessionCore session;
    private final EventLoop loop;

    Subscriber(SessionCore session, EventLoop loop) {
        this.session = session;
        this.loop = loop;
    }

    SubscribeResult subscribe(
            List<TopicSubscription> subscriptions, @Nullable Connection connection, Deadline deadline) {
        session.subscribed();
        ControlCall call = ControlCall.subscribe(subscriptions);
        boolean empty = subscriptions.isEmpty();
        exchange(call, id -> ControlPackets.subscribe(subscriptions, id), empty, connection, deadline);
        return new SubscribeResult(call.outcome(), call.times(), call.packetIdentifier(), call.reasonCodes());
    }

    UnsubscribeResult unsubscribe(List<String> topicFilters, @Nullable Connection connection, Deadline deadline) {
        ControlCall call = ControlCall.unsubscribe(topicFilters);
        boolean empty = topicFilters.isEmpty();
        exchange(call, id -> ControlPackets.unsubscribe(topicFilters, id), empty, connection, deadline);
        return new UnsubscribeResult(call.outcome(), call.times(), call.packetIdentifier(), call.reasonCodes());
    }

    private void exchange(
            ControlCall call,
            IntFunction<MqttMessage> packet,
            boolean empty,
            @Nullable Connection connection,
            Deadline deadline) {
        session.slot().enter(call);
        try {
            if (connection == null || !connection.isLive()) {
                call.endWith(NettySession.NOT_CONNECTED);
            } else if (empty) {
                call.endWith(Outcome.failed(ResponseCode.INVALID_INPUT, "no topic filter given"));
            } else if (!session.flights().add(call)) {
                call.endWith(Outcome.failed(ResponseCode.INVALID_INPUT, "all 65535 packet identifiers are in use"));
            } else {
                MqttMessage message = packet.apply(call.packetIdentifier());
                loop.execute(() -> connection.write(message, call));
                boolean subscribing = call.awaited() == PacketKind.SUBACK;
                ResponseCode timeout = subscribing ? ResponseCode.TIMEOUT_SUBACK : ResponseCode.TIMEOUT_UNSUBACK;
                call.endBy(call.await(deadline), timeout, "no " + call.awaited() + " in time");
            }
        } finally {
            session.slot().leave();
        }
    }
}
