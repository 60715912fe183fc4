package org.ackgate.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;

/** MQTT bytes to and from binary frames; a packet may span frames (MQTT 5, section 6). */
final class WebSocketFrames extends MessageToMessageCodec<WebSocketFrame, ByteBuf> {
    @Override
    protected void encode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        out.add(new BinaryWebSocketFrame(bytes.retain()));
    }

    @Override
    protected void decode(ChannelHandlerContext context, WebSocketFrame frame, List<Object> out) {
        if (frame instanceof TextWebSocketFrame) {
            throw new CorruptedFrameException("a text frame, where MQTT needs binary ones");
        }
        out.add(frame.content().retain());
    }
}
