package org.ackgate.session;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts for reason codes (MQTT 5, section 2.4) and for the return codes of MQTT 3.1.1 (section 3.2.2.3). */
final class ReasonCodes {
    static final int FIRST_FAILURE = 0x80;
    static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;

    private ReasonCodes() {}

    /** One line: what was refused, why, with the broker's own reason string where it sent one. */
    static String line(String what, PacketKind packet, int code, @Nullable String reasonString) {
        String text = packet == PacketKind.CONNACK && code < FIRST_FAILURE ? connackText(code) : text(code);
        String line = String.format(Locale.ROOT, "%s: %s (0x%02X)", what, text, code);
        return reasonString == null || reasonString.isEmpty() ? line : line + ", broker says: " + oneLine(reasonString);
    }

    static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private static String connackText(int code) {
        switch (code) {
            case 1:
                return "unacceptable protocol version; set the MQTT version the broker speaks";
            case 2:
                return "client identifier rejected";
            case 3:
                return "server unavailable";
            case 4:
                return "bad user name or password";
            case 5:
                return "not authorized; check user name and password";
            default:
                return "unknown return code";
        }
    }

    private static String text(int code) {
        switch (code) {
            case 0x00:
                return "success";
            case 0x01:
                return "granted QoS 1";
            case 0x02:
                return "granted QoS 2";
            case 0x04:
                return "disconnect with will message";
            case 0x10:
                return "no matching subscribers";
            case 0x11:
                return "no subscription existed";
            case 0x80:
                return "unspecified error";
            case 0x81:
                return "malformed packet";
            case 0x82:
                return "protocol error";
            case 0x83:
                return "implementation specific error";
            case 0x84:
                return "unsupported protocol version";
            case 0x85:
                return "client identifier not valid";
            case 0x86:
                return "bad user name or password";
            case 0x87:
                return "not authorized";
            case 0x88:
                return "server unavailable";
            case 0x89:
                return "server busy";
            case 0x8A:
                return "banned";
            case 0x8B:
                return "server shutting down";
            case 0x8C:
                return "bad authentication method";
            case 0x8D:
                return "keep alive timeout";
            case 0x8E:
                return "session taken over";
            case 0x8F:
                return "topic filter invalid";
            default:
                return textFrom90(code);
        }
    }

    private static String textFrom90(int code) {
        switch (code) {
            case 0x90:
                return "topic name invalid";
            case 0x91:
                return "packet identifier in use";
            case 0x92:
                return "packet identifier not found";
            case 0x93:
                return "receive maximum exceeded";
            case 0x94:
                return "topic alias invalid";
            case 0x95:
                return "packet too large";
            case 0x96:
                return "message rate too high";
            case 0x97:
                return "quota exceeded";
            case 0x98:
                return "administrative action";
            case 0x99:
                return "payload format invalid";
            case 0x9A:
                return "retain not supported";
            case 0x9B:
                return "QoS not supported";
            case 0x9C:
                return "use another server";
            case 0x9D:
                return "server moved";
            case 0x9E:
                return "shared subscriptions not supported";
            case 0x9F:
                return "connection rate exceeded";
            case 0xA0:
                return "maximum connect time";
            case 0xA1:
                return "subscription identifiers not supported";
            case 0xA2:
                return "wildcard subscriptions not supported";
            default:
                return "unknown reason code";
        }
    }
}
