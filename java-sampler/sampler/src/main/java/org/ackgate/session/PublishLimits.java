package org.ackgate.session;

import org.jspecify.annotations.Nullable;

/** What CONNACK forbids is refused here, before it reaches a broker that would end the connection for it. */
final class PublishLimits {
    private PublishLimits() {}

    static @Nullable Outcome refusal(OutgoingMessage message, ServerGrants grants) {
        if (message.qos() > grants.maximumQos()) {
            return refused("QoS " + message.qos() + " is above the broker's maximum QoS of " + grants.maximumQos());
        }
        if (message.retain() && !grants.retainAvailable()) {
            return refused("the broker does not take retained messages");
        }
        if (message.payload().length > grants.maximumPacketSizeBytes()) {
            return tooLarge(message.payload().length, grants);
        }
        return null;
    }

    static Outcome tooLarge(int packetBytes, ServerGrants grants) {
        return refused("the packet of " + packetBytes + " bytes is above the broker's maximum packet size of "
                + grants.maximumPacketSizeBytes() + " bytes");
    }

    private static Outcome refused(String reason) {
        return Outcome.failed(ResponseCode.INVALID_INPUT, reason + "; it was not sent");
    }
}
