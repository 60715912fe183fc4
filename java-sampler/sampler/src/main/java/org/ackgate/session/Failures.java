package org.ackgate.session;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.ackgate.session.tls.TlsFailure;
import org.jspecify.annotations.Nullable;

/** From what went wrong to one code and one line that says what to look at. */
final class Failures {
    private Failures() {}

    static Outcome of(Throwable thrown, ConnectPhase phase) {
        return of(thrown, phase, null);
    }

    /**
     * The same over TLS.
     *
     * @param engine engine of the connection, null without TLS
     */
    static Outcome of(Throwable thrown, ConnectPhase phase, @Nullable SSLEngine engine) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof SSLException) {
            return tls(cause, engine);
        }
        if (cause instanceof ClosedChannelException && phase == ConnectPhase.TLS) {
            return Outcome.failed(
                    ResponseCode.TLS_HANDSHAKE,
                    "the broker closed the connection during the TLS handshake; is this a TLS port?");
        }
        if (cause instanceof WebSocketHandshakeException) {
            return failed(ResponseCode.PROTOCOL_ERROR, "WebSocket upgrade refused; check the path", cause);
        }
        if (cause instanceof CodecException) {
            return malformed(cause);
        }
        return network(cause);
    }

    static Outcome malformed(Throwable cause) {
        if (cause instanceof TooLongFrameException) {
            return failed(ResponseCode.PROTOCOL_ERROR, "packet above the maximum packet size of this client", cause);
        }
        return failed(ResponseCode.PROTOCOL_ERROR, "the peer sent bytes that are not MQTT", cause);
    }

    static Outcome unexpected(MqttMessageType type, boolean repeated) {
        String line = repeated ? "the broker sent a second " + type : "the broker sent " + type + " at a wrong time";
        return Outcome.failed(ResponseCode.PROTOCOL_ERROR, line);
    }

    static Outcome unknownAlias() {
        return Outcome.failed(ResponseCode.PROTOCOL_ERROR, "the broker used a topic alias that was never set");
    }

    static Outcome refusedConnect(ServerAnswer answer) {
        return Outcome.failed(
                ResponseCode.ofReason(PacketKind.CONNACK, answer.reasonCode()),
                ReasonCodes.line(
                        "the broker refused the connection",
                        PacketKind.CONNACK,
                        answer.reasonCode(),
                        answer.reasonString()));
    }

    static Outcome disconnectedByBroker(int reasonCode, @Nullable String reasonString) {
        return Outcome.failed(
                ResponseCode.ofReason(PacketKind.DISCONNECT, reasonCode),
                ReasonCodes.line("the broker ended the connection", PacketKind.DISCONNECT, reasonCode, reasonString));
    }

    static Outcome closedByBroker(ConnectCall connectCall) {
        if (connectCall.phase() == ConnectPhase.TLS) {
            return of(new ClosedChannelException(), ConnectPhase.TLS);
        }
        boolean beforeConnack = !connectCall.isDone();
        return Outcome.failed(
                ResponseCode.CONNECTION_LOST,
                beforeConnack
                        ? "the broker closed the connection before CONNACK; its log tells why"
                        : "the broker closed the connection; its log tells why");
    }

    static Outcome timeout(ConnectPhase phase) {
        switch (phase) {
            case TCP:
                return Outcome.failed(
                        ResponseCode.TIMEOUT_TCP, "no TCP connection in time; check host, port and firewall");
            case TLS:
                return Outcome.failed(
                        ResponseCode.TIMEOUT_TLS, "no TLS handshake in time; is this a TLS port, is the broker busy?");
            default:
                return Outcome.failed(
                        ResponseCode.TIMEOUT_CONNACK, "connected, but no CONNACK in time; is the broker overloaded?");
        }
    }

    private static Outcome tls(Throwable cause, @Nullable SSLEngine engine) {
        TlsFailure failure = TlsFailure.of(cause, engine);
        return Outcome.failed(code(failure.kind()), ReasonCodes.oneLine(failure.line()));
    }

    private static ResponseCode code(TlsFailure.Kind kind) {
        switch (kind) {
            case UNTRUSTED:
                return ResponseCode.TLS_UNTRUSTED;
            case HOSTNAME:
                return ResponseCode.TLS_HOSTNAME;
            case EXPIRED:
                return ResponseCode.TLS_EXPIRED;
            case CLIENT_CERTIFICATE:
                return ResponseCode.TLS_CLIENT_CERTIFICATE;
            default:
                return ResponseCode.TLS_HANDSHAKE;
        }
    }

    private static Outcome network(Throwable cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return failed(ResponseCode.NETWORK_UNKNOWN_HOST, "unknown host; check the broker's name", cause);
        }
        if (cause instanceof ConnectTimeoutException || message.contains("timed out")) {
            return timeout(ConnectPhase.TCP);
        }
        if (cause instanceof BindException || message.contains("cannot assign requested address")) {
            return failed(
                    ResponseCode.NETWORK_UNREACHABLE,
                    "no local port left, or the source address is not of this machine",
                    cause);
        }
        if (cause instanceof NoRouteToHostException || message.contains("unreachable")) {
            return failed(ResponseCode.NETWORK_UNREACHABLE, "no route to the broker", cause);
        }
        if (cause instanceof ConnectException) {
            return failed(ResponseCode.NETWORK_REFUSED, "nobody listens there, or a firewall refuses", cause);
        }
        if (message.contains("reset") || message.contains("broken pipe")) {
            return failed(ResponseCode.NETWORK_RESET, "the peer reset the connection", cause);
        }
        String line = cause instanceof IOException ? "the connection broke" : "the connection failed";
        return failed(ResponseCode.CONNECTION_LOST, line, cause);
    }

    private static Outcome failed(ResponseCode code, String line, Throwable cause) {
        String detail = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return Outcome.failed(code, line + " (" + ReasonCodes.oneLine(detail) + ")");
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof DecoderException && cause != null ? unwrap(cause) : thrown;
    }
}
