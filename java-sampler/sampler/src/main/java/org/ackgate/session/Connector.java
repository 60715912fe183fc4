package org.ackgate.session;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Opens the network connection for a connect call. */
final class Connector implements HostLookUp {
    private static final AdaptiveRecvByteBufAllocator SMALL_FIRST_READS =
            new AdaptiveRecvByteBufAllocator(64, 512, 65_536);

    private final SessionOptions options;
    private final EventLoop loop;
    private final Connection connection;
    private final TransportPipeline pipeline;

    Connector(SessionOptions options, EventLoop loop, Connection connection, TransportPipeline pipeline) {
        this.options = options;
        this.loop = loop;
        this.connection = connection;
        this.pipeline = pipeline;
    }

    /** Starts name resolution and TCP connect; how it goes on is told to the connection. Returns at once. */
    void start() {
        InetAddress literal = HostResolver.literal(options.brokerUri().host());
        if (literal == null) {
            HostResolver.resolve(options.brokerUri().host(), this);
        } else {
            found(literal);
        }
    }

    @Override
    public void found(InetAddress address) {
        try {
            open(new InetSocketAddress(address, options.brokerUri().port()));
        } catch (IOException e) {
            failed(e);
        }
    }

    @Override
    public void failed(Exception cause) {
        connection.end(Failures.of(cause, ConnectPhase.TCP));
    }

    private void open(InetSocketAddress broker) throws IOException {
        if (connection.isClosed()) {
            return;
        }
        SocketChannel socket = SocketChannel.open();
        NioSocketChannel channel = new NioSocketChannel(null, socket);
        connection.attach(channel, socket);
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channelFactory(() -> channel)
                .handler(pipeline)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .option(ChannelOption.RCVBUF_ALLOCATOR, SMALL_FIRST_READS);
        ChannelFuture connected = bootstrap.connect(broker, sourceAddress());
        connected.addListener(future -> {
            if (future.cause() != null) {
                connection.end(Failures.of(future.cause(), ConnectPhase.TCP));
            }
        });
        if (connection.isClosed()) {
            channel.close();
        }
    }

    private @Nullable InetSocketAddress sourceAddress() throws UnknownHostException {
        String local = options.localAddress();
        return local == null ? null : new InetSocketAddress(InetAddress.getByName(local), 0);
    }
}
