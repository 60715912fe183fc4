package org.ackgate.scripted;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A packet as it came over the wire: first byte and everything behind the length. */
public final class Packet {
    public static final int CONNECT = 1;
    public static final int PUBLISH = 3;
    public static final int PUBACK = 4;
    public static final int PUBREC = 5;
    public static final int PUBREL = 6;
    public static final int PUBCOMP = 7;
    public static final int SUBSCRIBE = 8;
    public static final int UNSUBSCRIBE = 10;
    public static final int PINGREQ = 12;
    public static final int DISCONNECT = 14;

    private final int firstByte;
    private final byte[] body;

    Packet(int firstByte, byte[] body) {
        this.firstByte = firstByte;
        this.body = body;
    }

    public int type() {
        return firstByte >> 4;
    }

    public boolean duplicate() {
        return (firstByte & 0x08) != 0;
    }

    public int qos() {
        return firstByte >> 1 & 3;
    }

    public byte[] body() {
        return body.clone();
    }

    /** Topic of a PUBLISH. */
    public String topic() {
        ByteBuffer buffer = ByteBuffer.wrap(body);
        byte[] topic = new byte[buffer.getShort()];
        buffer.get(topic);
        return new String(topic, StandardCharsets.UTF_8);
    }

    /** Packet identifier: behind the topic in PUBLISH, first in all others. */
    public int packetIdentifier() {
        int offset = type() == PUBLISH ? 2 + ByteBuffer.wrap(body).getShort() : 0;
        return ByteBuffer.wrap(body).getShort(offset) & 0xFFFF;
    }

    @Override
    public String toString() {
        return "packet type " + type() + " of " + body.length + " bytes";
    }
}
