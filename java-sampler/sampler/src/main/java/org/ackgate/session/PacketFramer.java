package org.ackgate.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the byte stream into packets for Netty's MQTT decoder and takes a short way for the four-byte acknowledgements
 * that make up nearly all traffic of a publisher: they reach the connection without an object each.
 */
final class PacketFramer extends ByteToMessageDecoder {
    private static final int SHORT_ACK_BYTES = 4;
    private static final int LENGTH_BYTES_AT_MOST = 4;
    private static final int INCOMPLETE = -1;

    private final Connection connection;
    private final long maximumPacketBytes;

    PacketFramer(Connection connection, long maximumPacketBytes) {
        this.connection = connection;
        this.maximumPacketBytes = maximumPacketBytes;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        connection.bytesRead();
        while (bytes.readableBytes() >= 2) {
            int firstByte = bytes.getUnsignedByte(bytes.readerIndex());
            requireFromServer(firstByte);
            int packetBytes = packetBytes(bytes);
            if (packetBytes == INCOMPLETE || bytes.readableBytes() < packetBytes) {
                return;
            }
            PacketKind shortAck = shortAck(firstByte, packetBytes);
            if (shortAck == null) {
                out.add(bytes.readRetainedSlice(packetBytes));
                return;
            }
            connection.acknowledged(shortAck, bytes.getUnsignedShort(bytes.readerIndex() + 2), 0, null, packetBytes);
            bytes.skipBytes(packetBytes);
        }
    }

    private int packetBytes(ByteBuf bytes) {
        int remainingLength = 0;
        for (int i = 1; i <= LENGTH_BYTES_AT_MOST; i++) {
            if (bytes.readableBytes() <= i) {
                return INCOMPLETE;
            }
            int digit = bytes.getUnsignedByte(bytes.readerIndex() + i);
            remainingLength |= (digit & 0x7F) << 7 * (i - 1);
            if (digit < 0x80) {
                return withinMaximum(1 + i + remainingLength);
            }
        }
        throw new CorruptedFrameException("remaining length of more than four bytes");
    }

    private int withinMaximum(int packetBytes) {
        if (packetBytes > maximumPacketBytes) {
            throw new TooLongFrameException(packetBytes + " bytes announced, " + maximumPacketBytes + " allowed");
        }
        return packetBytes;
    }

    private @Nullable PacketKind shortAck(int firstByte, int packetBytes) {
        return packetBytes == SHORT_ACK_BYTES && connection.isLive() ? shortAck(firstByte) : null;
    }

    /** True when no part of a packet is held here. */
    boolean isBetweenPackets() {
        return actualReadableBytes() == 0;
    }

    /** The acknowledgement that starts with this byte; null for every other packet. */
    static @Nullable PacketKind shortAck(int firstByte) {
        switch (firstByte) {
            case 0x40:
                return PacketKind.PUBACK;
            case 0x50:
                return PacketKind.PUBREC;
            case 0x70:
                return PacketKind.PUBCOMP;
            default:
                return null;
        }
    }

    /** Types and flags a server may send (MQTT 5, section 2.1.3); anything else ends the guessing at the first byte. */
    private static void requireFromServer(int firstByte) {
        switch (firstByte) {
            case 0x20:
            case 0x40:
            case 0x50:
            case 0x62:
            case 0x70:
            case 0x90:
            case 0xB0:
            case 0xD0:
            case 0xE0:
            case 0xF0:
                return;
            default:
                if (firstByte >> 4 != 3) {
                    throw new CorruptedFrameException(
                            String.format("first byte 0x%02X starts no packet of a broker", firstByte));
                }
        }
    }
}
