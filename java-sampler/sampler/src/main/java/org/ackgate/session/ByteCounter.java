package org.ackgate.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/** Tells how long the packet was that Netty encoded last; on the event loop. */
final class ByteCounter extends ChannelOutboundHandlerAdapter {
    private int lastBytes;

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf) {
            lastBytes = ((ByteBuf) message).readableBytes();
        }
        context.write(message, promise);
    }

    int lastBytes() {
        return lastBytes;
    }
}
