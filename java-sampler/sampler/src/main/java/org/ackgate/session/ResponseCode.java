package org.ackgate.session;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The {@code responseCode} of a JTL row. Codes are compared by {@link #code()}; instances are cached, so a code costs
 * nothing per sample.
 */
public final class ResponseCode {
    /** Success. */
    public static final ResponseCode OK = new ResponseCode("200", true);

    public static final ResponseCode TIMEOUT_TCP = failure("TIMEOUT_TCP");
    public static final ResponseCode TIMEOUT_TLS = failure("TIMEOUT_TLS");
    public static final ResponseCode TIMEOUT_CONNACK = failure("TIMEOUT_CONNACK");
    public static final ResponseCode TIMEOUT_SUBACK = failure("TIMEOUT_SUBACK");
    public static final ResponseCode TIMEOUT_UNSUBACK = failure("TIMEOUT_UNSUBACK");
    public static final ResponseCode TIMEOUT_PUBACK = failure("TIMEOUT_PUBACK");
    public static final ResponseCode TIMEOUT_PUBREC = failure("TIMEOUT_PUBREC");
    public static final ResponseCode TIMEOUT_PUBCOMP = failure("TIMEOUT_PUBCOMP");
    public static final ResponseCode TIMEOUT_RECEIVE = failure("TIMEOUT_RECEIVE");

    public static final ResponseCode NETWORK_REFUSED = failure("NETWORK_REFUSED");
    public static final ResponseCode NETWORK_UNKNOWN_HOST = failure("NETWORK_UNKNOWN_HOST");
    public static final ResponseCode NETWORK_UNREACHABLE = failure("NETWORK_UNREACHABLE");
    public static final ResponseCode NETWORK_RESET = failure("NETWORK_RESET");

    public static final ResponseCode TLS_UNTRUSTED = failure("TLS_UNTRUSTED");
    public static final ResponseCode TLS_HOSTNAME = failure("TLS_HOSTNAME");
    public static final ResponseCode TLS_EXPIRED = failure("TLS_EXPIRED");
    public static final ResponseCode TLS_CLIENT_CERTIFICATE = failure("TLS_CLIENT_CERTIFICATE");
    public static final ResponseCode TLS_HANDSHAKE = failure("TLS_HANDSHAKE");

    public static final ResponseCode CONNECTION_LOST = failure("CONNECTION_LOST");
    public static final ResponseCode NOT_CONNECTED = failure("NOT_CONNECTED");
    public static final ResponseCode PROTOCOL_ERROR = failure("PROTOCOL_ERROR");
    public static final ResponseCode INVALID_INPUT = failure("INVALID_INPUT");

    private static final int REASON_CODES = 256;
    private static final int FIRST_FAILURE_REASON = 0x80;
    private static final Map<PacketKind, ResponseCode[]> BY_PACKET = codesByPacket();

    private final String code;
    private final boolean success;

    private ResponseCode(String code, boolean success) {
        this.code = code;
        this.success = success;
    }

    /**
     * The code of an acknowledgement with a reason: {@link #OK} for 0, otherwise {@code <PACKET>_0x<two hex digits>}.
     * A PUBACK, PUBREC, PUBCOMP or UNSUBACK reason below 0x80 is a success that keeps its code; a CONNACK return code
     * other than 0 and a DISCONNECT never are. For SUBACK use {@link #ofGrantedQos} as well.
     */
    public static ResponseCode ofReason(PacketKind packet, int reasonCode) {
        if (reasonCode == 0 && packet != PacketKind.DISCONNECT) {
            return OK;
        }
        return lookUp(packet, reasonCode);
    }

    /** The code of one SUBACK entry: a granted QoS below the asked one fails as {@code SUBACK_0x0n}. */
    public static ResponseCode ofGrantedQos(int askedQos, int reasonCode) {
        return reasonCode < FIRST_FAILURE_REASON && reasonCode >= askedQos ? OK : lookUp(PacketKind.SUBACK, reasonCode);
    }

    /** As written to the JTL, e.g. {@code CONNACK_0x05}. */
    public String code() {
        return code;
    }

    /** Whether a sample with this code succeeded. */
    public boolean isSuccess() {
        return success;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResponseCode && ((ResponseCode) other).code.equals(code);
    }

    @Override
    public int hashCode() {
        return code.hashCode();
    }

    @Override
    public String toString() {
        return code;
    }

    private static ResponseCode failure(String code) {
        return new ResponseCode(code, false);
    }

    private static ResponseCode lookUp(PacketKind packet, int reasonCode) {
        ResponseCode[] codes = BY_PACKET.get(packet);
        if (codes == null) {
            throw new IllegalArgumentException("no reason codes for " + packet);
        }
        return codes[reasonCode & 0xFF];
    }

    private static Map<PacketKind, ResponseCode[]> codesByPacket() {
        Map<PacketKind, ResponseCode[]> byPacket = new EnumMap<>(PacketKind.class);
        for (PacketKind packet : PacketKind.values()) {
            ResponseCode[] codes = new ResponseCode[REASON_CODES];
            for (int reasonCode = 0; reasonCode < REASON_CODES; reasonCode++) {
                boolean success = reasonCode < FIRST_FAILURE_REASON && isPublishOrUnsubscribeReply(packet);
                codes[reasonCode] =
                        new ResponseCode(String.format(Locale.ROOT, "%s_0x%02X", packet, reasonCode), success);
            }
            byPacket.put(packet, codes);
        }
        return byPacket;
    }

    private static boolean isPublishOrUnsubscribeReply(PacketKind packet) {
        switch (packet) {
            case PUBACK:
            case PUBREC:
            case PUBCOMP:
            case UNSUBACK:
                return true;
            default:
                return false;
        }
    }
}
