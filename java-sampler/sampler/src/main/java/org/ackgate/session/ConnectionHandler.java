package org.ackgate.session;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Leads a connection through its phases and gives each packet to who waits for it. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final int FIXED_HEADER_BYTES = 2;

    private final Connection connection;
    private final Transport transport;

    ConnectionHandler(Connection connection, Transport transport) {
        this.connection = connection;
        this.transport = transport;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ConnectPhase next = transport.usesTls() ? ConnectPhase.TLS : ConnectPhase.WEBSOCKET;
        connection.connectCall().tcpConnected(System.nanoTime(), next);
        if (!transport.usesTls()) {
            secured();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent) {
            handshakeEnded(context, (SslHandshakeCompletionEvent) event);
        } else if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
            sendConnect();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object received) {
        long nowNanoTime = System.nanoTime();
        try {
            MqttMessage packet = (MqttMessage) received;
            if (packet.decoderResult().isFailure()) {
                connection.end(Failures.malformed(packet.decoderResult().cause()));
            } else if (!connection.isClosed()) {
                read(packet, nowNanoTime);
            }
        } finally {
            ReferenceCountUtil.release(received);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        connection.flushAnswers();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        connection.session().slot().wake();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.end(Failures.closedByBroker(connection.connectCall()));
        connection.gone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        connection.end(Failures.of(cause, connection.connectCall().phase(), engine(context)));
    }

    private void handshakeEnded(ChannelHandlerContext context, SslHandshakeCompletionEvent event) {
        if (event.isSuccess()) {
            connection.connectCall().tlsConnected(System.nanoTime(), ConnectPhase.WEBSOCKET);
            secured();
        } else {
            connection.end(Failures.of(event.cause(), ConnectPhase.TLS, engine(context)));
        }
    }

    private static @Nullable SSLEngine engine(ChannelHandlerContext context) {
        SslHandler handler = context.pipeline().get(SslHandler.class);
        return handler == null ? null : handler.engine();
    }

    private void secured() {
        connection.connectCall().connectStarted(System.nanoTime());
        if (!transport.usesWebSocket()) {
            sendConnect();
        }
    }

    private void sendConnect() {
        connection.connectCall().awaitConnack();
        SessionCore session = connection.session();
        connection.write(ControlPackets.connect(session.options(), session.clientId()), connection.connectCall());
    }

    private void read(MqttMessage packet, long nowNanoTime) {
        boolean connack = packet instanceof MqttConnAckMessage;
        if (connack == connection.isLive()) {
            connection.end(Failures.unexpected(packet.fixedHeader().messageType(), connack));
            return;
        }
        switch (packet.fixedHeader().messageType()) {
            case CONNACK:
                connack((MqttConnAckMessage) packet, nowNanoTime);
                break;
            case PUBLISH:
                publish((MqttPublishMessage) packet, nowNanoTime);
                break;
            case PUBACK:
                acknowledged(PacketKind.PUBACK, packet);
                break;
            case PUBREC:
                acknowledged(PacketKind.PUBREC, packet);
                break;
            case PUBCOMP:
                acknowledged(PacketKind.PUBCOMP, packet);
                break;
            case PUBREL:
                connection.session().incoming().pubrel(connection, packetIdentifier(packet));
                break;
            case SUBACK:
                suback((MqttSubAckMessage) packet, nowNanoTime);
                break;
            case UNSUBACK:
                unsuback((MqttUnsubAckMessage) packet, nowNanoTime);
                break;
            case PINGRESP:
                connection.pingresp();
                break;
            case DISCONNECT:
                disconnected(packet);
                break;
            default:
                connection.end(Failures.unexpected(packet.fixedHeader().messageType(), false));
        }
    }

    private void connack(MqttConnAckMessage packet, long nowNanoTime) {
        ConnectCall call = connection.connectCall();
        ServerAnswer answer = ServerAnswer.of(packet, connection.session().options());
        call.connackDecoded(nowNanoTime);
        call.addReceivedBytes(bytesOf(packet));
        if (answer.reasonCode() != 0) {
            connection.refused(answer);
            connection.end(Failures.refusedConnect(answer));
            return;
        }
        connection.session().connected(connection, answer);
        call.complete(Outcome.OK, nowNanoTime);
    }

    private void publish(MqttPublishMessage packet, long nowNanoTime) {
        if (!connection.session().incoming().publish(connection, packet, nowNanoTime)) {
            connection.end(Failures.unknownAlias());
        }
    }

    private void acknowledged(PacketKind kind, MqttMessage packet) {
        int reasonCode = 0;
        String reasonString = null;
        if (packet.variableHeader() instanceof MqttPubReplyMessageVariableHeader) {
            MqttPubReplyMessageVariableHeader header = (MqttPubReplyMessageVariableHeader) packet.variableHeader();
            reasonCode = header.reasonCode() & 0xFF;
            reasonString = Properties.text(header.properties(), MqttPropertyType.REASON_STRING);
        }
        connection.acknowledged(kind, packetIdentifier(packet), reasonCode, reasonString, bytesOf(packet));
    }

    private void suback(MqttSubAckMessage packet, long nowNanoTime) {
        String reasonString =
                Properties.text(packet.idAndPropertiesVariableHeader().properties(), MqttPropertyType.REASON_STRING);
        List<Integer> codes = packet.payload().reasonCodes();
        controlEnded(PacketKind.SUBACK, packet, codes, reasonString, nowNanoTime);
    }

    private void unsuback(MqttUnsubAckMessage packet, long nowNanoTime) {
        String reasonString =
                Properties.text(packet.idAndPropertiesVariableHeader().properties(), MqttPropertyType.REASON_STRING);
        MqttUnsubAckPayload payload = packet.payload();
        List<Integer> codes = new ArrayList<>();
        if (payload != null) {
            payload.unsubscribeReasonCodes().forEach(code -> codes.add(code & 0xFF));
        }
        controlEnded(PacketKind.UNSUBACK, packet, codes, reasonString, nowNanoTime);
    }

    private void controlEnded(
            PacketKind kind, MqttMessage packet, List<Integer> codes, @Nullable String reasonString, long nowNanoTime) {
        ControlCall call = connection.session().flights().takeControl(packetIdentifier(packet), kind);
        if (call != null) {
            call.addReceivedBytes(bytesOf(packet));
            call.acknowledged(codes, reasonString, nowNanoTime);
        }
    }

    private void disconnected(MqttMessage packet) {
        int reasonCode = 0;
        String reasonString = null;
        if (packet.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader) {
            MqttReasonCodeAndPropertiesVariableHeader header =
                    (MqttReasonCodeAndPropertiesVariableHeader) packet.variableHeader();
            reasonCode = header.reasonCode() & 0xFF;
            reasonString = Properties.text(header.properties(), MqttPropertyType.REASON_STRING);
        }
        connection.end(Failures.disconnectedByBroker(reasonCode, reasonString));
    }

    private static int packetIdentifier(MqttMessage packet) {
        return ((MqttMessageIdVariableHeader) packet.variableHeader()).messageId();
    }

    private static int bytesOf(MqttMessage packet) {
        int remainingLength = packet.fixedHeader().remainingLength();
        int moreLengthBytes =
                remainingLength < 0x80 ? 0 : remainingLength < 0x4000 ? 1 : remainingLength < 0x20_0000 ? 2 : 3;
        return FIXED_HEADER_BYTES + moreLengthBytes + remainingLength;
    }
}
