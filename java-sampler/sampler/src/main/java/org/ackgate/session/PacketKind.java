package org.ackgate.session;

/** MQTT control packets that carry a reason or return code in a result. */
public enum PacketKind {
    CONNACK,
    PUBACK,
    PUBREC,
    PUBCOMP,
    SUBACK,
    UNSUBACK,
    DISCONNECT
}
