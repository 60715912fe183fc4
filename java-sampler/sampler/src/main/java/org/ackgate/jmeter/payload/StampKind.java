package org.ackgate.jmeter.payload;

import java.nio.charset.StandardCharsets;
import org.ackgate.session.InvalidInputException;

/** Where the stamp of a message goes. */
public enum StampKind {
    /** A header for generated payloads that have room for one, otherwise nowhere. */
    AUTO,
    NONE,
    HEADER,
    JSON,
    USER_PROPERTY;

    /** The place for this payload, with {@link #AUTO} decided. */
    public StampKind decide(byte[] payload, PayloadSource source) {
        if (this != AUTO) {
            return this;
        }
        return source.isGenerated() && payload.length >= MessageStamp.HEADER_BYTES ? HEADER : NONE;
    }

    /**
     * The payload with the stamp inside, for the places that are inside; the given array otherwise.
     *
     * @param fresh whether the given array may be written to
     * @throws InvalidInputException when the payload has no place for it
     */
    public byte[] apply(byte[] payload, boolean fresh, MessageStamp stamp) {
        switch (this) {
            case HEADER:
                return withHeader(payload, fresh, stamp);
            case JSON:
                return withJsonMember(payload, stamp);
            default:
                return payload;
        }
    }

    private static byte[] withHeader(byte[] payload, boolean fresh, MessageStamp stamp) {
        if (payload.length < MessageStamp.HEADER_BYTES) {
            throw new InvalidInputException("Stamp (publish.stamp) header needs a payload of at least "
                    + MessageStamp.HEADER_BYTES + " bytes, not " + payload.length);
        }
        byte[] stamped = fresh ? payload : payload.clone();
        stamp.writeHeader(stamped);
        return stamped;
    }

    private static byte[] withJsonMember(byte[] payload, MessageStamp stamp) {
        int brace = firstVisible(payload, 0);
        int next = firstVisible(payload, brace + 1);
        if (next >= payload.length || payload[brace] != '{') {
            throw new InvalidInputException(
                    "Stamp (publish.stamp) json needs a payload that is a JSON object starting with {");
        }
        String separator = payload[next] == '}' ? "\"" : "\",";
        byte[] member =
                ("{\"" + MessageStamp.NAME + "\":\"" + stamp.text() + separator).getBytes(StandardCharsets.US_ASCII);
        byte[] stamped = new byte[member.length + payload.length - brace - 1];
        System.arraycopy(member, 0, stamped, 0, member.length);
        System.arraycopy(payload, brace + 1, stamped, member.length, payload.length - brace - 1);
        return stamped;
    }

    private static int firstVisible(byte[] payload, int from) {
        int at = from;
        while (at < payload.length && payload[at] <= ' ' && payload[at] >= 0) {
            at++;
        }
        return at;
    }
}
