package org.ackgate.session;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakerFactory;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import java.net.URI;
import org.ackgate.session.tls.TlsContext;
import org.jspecify.annotations.Nullable;

/** Puts the handlers between socket and connection that the transport asks for. */
final class TransportPipeline extends ChannelInitializer<Channel> {
    private static final int CLIENT_ID_CHARACTERS_AT_MOST = 65_535;
    private static final int HANDSHAKE_RESPONSE_BYTES = 65_536;

    private final SessionOptions options;
    private final Connection connection;
    private final @Nullable TlsContext tls;

    TransportPipeline(SessionOptions options, Connection connection, @Nullable TlsContext tls) {
        this.options = options;
        this.connection = connection;
        this.tls = tls;
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        Transport transport = options.brokerUri().transport();
        int maximumPacketBytes = (int) options.maximumPacketSizeBytes();
        if (tls != null) {
            pipeline.addLast(tls.newHandler(channel.alloc(), options.brokerUri().host()));
        }
        if (transport.usesWebSocket()) {
            addWebSocket(pipeline);
        }
        pipeline.addLast(connection.encodedBytes(), MqttEncoder.INSTANCE);
        pipeline.addLast(
                new PacketFramer(connection, maximumPacketBytes),
                new MqttDecoder(maximumPacketBytes, CLIENT_ID_CHARACTERS_AT_MOST));
        pipeline.addLast(new ConnectionHandler(connection, transport));
    }

    private void addWebSocket(ChannelPipeline pipeline) {
        WebSocketClientProtocolConfig config = WebSocketClientProtocolConfig.newBuilder()
                .webSocketUri(URI.create(options.brokerUri().toString()))
                .version(WebSocketVersion.V13)
                .subprotocol("mqtt")
                .customHeaders(headers())
                .maxFramePayloadLength((int) options.maximumPacketSizeBytes())
                .handshakeTimeoutMillis(Long.MAX_VALUE / 2_000_000)
                .build();
        pipeline.addLast(new HttpClientCodec(), new HttpObjectAggregator(HANDSHAKE_RESPONSE_BYTES));
        pipeline.addLast(new WebSocketClientProtocolHandler(
                WebSocketClientHandshakerFactory.newHandshaker(
                        config.webSocketUri(),
                        config.version(),
                        config.subprotocol(),
                        config.allowExtensions(),
                        config.customHeaders(),
                        config.maxFramePayloadLength()),
                config));
        pipeline.addLast(new WebSocketFrames());
    }

    private HttpHeaders headers() {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (UserProperty header : options.webSocketHeaders()) {
            headers.add(header.name(), header.value());
        }
        return headers;
    }
}
