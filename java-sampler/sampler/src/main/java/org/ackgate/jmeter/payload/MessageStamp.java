package org.ackgate.jmeter.payload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ackgate.session.IncomingMessage;
import org.ackgate.session.UserProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher puts into a message so that a receiver can measure latency and loss: run, publisher, sequence and
 * send time.
 *
 * <p>As a header, 32 bytes, big endian: magic {@code AckG} (4), version 1 (1), zero (3), run identity (4), publisher
 * identity (8), sequence (4), send time in microseconds since the epoch (8). As text, in a JSON member or an MQTT 5 user
 * property named {@code ackgate}: {@code 1:run:publisher:sequence:time}, the numbers in hexadecimal.
 */
public final class MessageStamp {
    /** Size of the header. */
    public static final int HEADER_BYTES = 32;
    /** Name of the JSON member and of the user property. */
    public static final String NAME = "ackgate";

    private static final int MAGIC = 0x41636B47;
    private static final byte VERSION = 1;
    private static final String TEXT_VERSION = "1";
    private static final int TEXT_PARTS = 5;
    private static final int HEX = 16;
    private static final byte[] JSON_START = ("{\"" + NAME + "\":\"").getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_TEXT = 64;

    private final int runId;
    private final long publisherId;
    private final int sequence;
    private final long sendEpochUs;

    public MessageStamp(int runId, long publisherId, int sequence, long sendEpochUs) {
        this.runId = runId;
        this.publisherId = publisherId;
        this.sequence = sequence;
        this.sendEpochUs = sendEpochUs;
    }

    public int runId() {
        return runId;
    }

    /** Identity of one sequence: client identifier and topic. */
    public long publisherId() {
        return publisherId;
    }

    /** From 1, one more with each message of the publisher; an unsigned int. */
    public int sequence() {
        return sequence;
    }

    /** Wall clock just before the publish, in microseconds since the epoch. */
    public long sendEpochUs() {
        return sendEpochUs;
    }

    /** Identity of the sequence that a client publishes to a topic (FNV-1a over both). */
    public static long publisherId(String clientId, String topic) {
        long hash = 0xCBF29CE484222325L;
        hash = fnv(hash, clientId);
        hash = (hash ^ '\n') * 0x100000001B3L;
        return fnv(hash, topic);
    }

    /** Writes the header over the first 32 bytes. */
    public void writeHeader(byte[] payload) {
        ByteBuffer.wrap(payload)
                .putInt(MAGIC)
                .put(VERSION)
                .put(new byte[3])
                .putInt(runId)
                .putLong(publisherId)
                .putInt(sequence)
                .putLong(sendEpochUs);
    }

    /** The text form. */
    public String text() {
        return TEXT_VERSION + ":" + Integer.toHexString(runId) + ":" + Long.toHexString(publisherId) + ":"
                + Integer.toHexString(sequence) + ":" + Long.toHexString(sendEpochUs);
    }

    /** The stamp of a message, wherever it is; null without one. */
    public static @Nullable MessageStamp of(IncomingMessage message) {
        List<UserProperty> properties = message.userProperties();
        for (UserProperty property : properties) {
            if (NAME.equals(property.name())) {
                return parse(property.value());
            }
        }
        return of(message.payload());
    }

    /** The stamp of a payload; null without one. */
    public static @Nullable MessageStamp of(ByteBuffer payload) {
        if (payload.remaining() >= HEADER_BYTES && payload.getInt(payload.position()) == MAGIC) {
            return readHeader(payload.duplicate());
        }
        return startsAsJson(payload) ? readJson(payload) : null;
    }

    private static @Nullable MessageStamp readHeader(ByteBuffer payload) {
        payload.getInt();
        if (payload.get() != VERSION) {
            return null;
        }
        payload.position(payload.position() + 3);
        return new MessageStamp(payload.getInt(), payload.getLong(), payload.getInt(), payload.getLong());
    }

    private static boolean startsAsJson(ByteBuffer payload) {
        if (payload.remaining() < JSON_START.length) {
            return false;
        }
        for (int i = 0; i < JSON_START.length; i++) {
            if (payload.get(payload.position() + i) != JSON_START[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable MessageStamp readJson(ByteBuffer payload) {
        int start = payload.position() + JSON_START.length;
        int limit = Math.min(payload.limit(), start + LONGEST_TEXT);
        StringBuilder text = new StringBuilder(LONGEST_TEXT);
        for (int at = start; at < limit && payload.get(at) != '"'; at++) {
            text.append((char) payload.get(at));
        }
        return parse(text.toString());
    }

    private static @Nullable MessageStamp parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != TEXT_PARTS || !TEXT_VERSION.equals(parts[0])) {
            return null;
        }
        try {
            return new MessageStamp(
                    Integer.parseUnsignedInt(parts[1], HEX),
                    Long.parseUnsignedLong(parts[2], HEX),
                    Integer.parseUnsignedInt(parts[3], HEX),
                    Long.parseUnsignedLong(parts[4], HEX));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static long fnv(long start, String text) {
        long hash = start;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }
}
