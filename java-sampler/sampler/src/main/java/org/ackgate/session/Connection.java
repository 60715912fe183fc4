package org.ackgate.session;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.mqtt.MqttMessage;
import java.io.ByteArrayOutputStream;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One network connection of a session, from its TCP connect to its end. */
final class Connection {
    private static final int LINGER_MS = 500;
    private static final int READ_AFTER_FAILED_WRITE_MS = 200;

    private final SessionCore session;
    private final ConnectCall connectCall;
    private volatile ConnectPhase phase = ConnectPhase.TCP;
    private volatile boolean closing;
    private volatile boolean settled;
    private volatile ServerAnswer grants;
    private volatile boolean gone;
    private volatile @Nullable Channel channel;
    private volatile @Nullable SocketChannel socket;
    private volatile @Nullable PacketWriter writer;
    private final ByteCounter encodedBytes = new ByteCounter();
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream(0);
    private @Nullable KeepAlive keepAlive;
    private @Nullable TopicAliases aliases;
    private volatile @Nullable CallerReads callerReads;

    Connection(SessionCore session, ConnectCall connectCall) {
        this.session = session;
        this.connectCall = connectCall;
        this.grants = ServerAnswer.none(session.options());
    }

    /** Ties it to its channel, before anything happens there. */
    void attach(Channel openedChannel, SocketChannel rawSocket) {
        Transport transport = session.options().brokerUri().transport();
        boolean plain = !transport.usesTls() && !transport.usesWebSocket();
        socket = plain ? rawSocket : null;
        writer = new PacketWriter(openedChannel, socket, this::writeFailed);
        channel = openedChannel;
    }

    ConnectCall connectCall() {
        return connectCall;
    }

    SessionCore session() {
        return session;
    }

    boolean isLive() {
        return phase == ConnectPhase.LIVE;
    }

    boolean isClosed() {
        return phase == ConnectPhase.CLOSED;
    }

    /** Ends right now: the loss has not reached its call or its place yet; a matter of microseconds. */
    boolean isEnding() {
        return isClosed() && !closing && !settled;
    }

    ServerAnswer grants() {
        return grants;
    }

    /** Publishes that may be in flight: the lower of our own maximum and the broker's. */
    int sendMaximum() {
        return Math.min(session.options().sendMaximum(), grants.receiveMaximum());
    }

    boolean isWritable() {
        return channel().isWritable();
    }

    /** CONNACK accepted it: from now on packets flow. */
    void live(ServerAnswer answer) {
        SessionOptions options = session.options();
        grants = answer;
        aliases = new TopicAliases(options.topicAliasOutbound() ? answer.topicAliasMaximum() : 0);
        phase = ConnectPhase.LIVE;
        KeepAlive started = new KeepAlive(this, channel().eventLoop(), answer.keepAliveS());
        keepAlive = started;
        started.start(options.pingWaitMs() >= 0);
    }

    void refused(ServerAnswer answer) {
        grants = answer;
    }

    PacketWriter writer() {
        PacketWriter attached = writer;
        if (attached == null) {
            throw new IllegalStateException("no channel yet");
        }
        return attached;
    }

    void write(byte[] packet) {
        writer().write(packet);
    }

    /** Writes a packet that Netty encodes and adds its size to the call; on the event loop. */
    void write(MqttMessage packet, PendingCall call) {
        writer().write(packet);
        call.addSentBytes(encodedBytes.lastBytes());
    }

    ByteCounter encodedBytes() {
        return encodedBytes;
    }

    /** Collects an answer to an incoming packet; all answers of one socket read go out together. */
    void answer(byte[] packet) {
        answers.write(packet, 0, packet.length);
    }

    void flushAnswers() {
        if (answers.size() > 0) {
            byte[] packets = answers.toByteArray();
            answers.reset();
            write(packets);
        }
    }

    long lastWriteNanoTime() {
        return writer().lastWriteNanoTime();
    }

    /** Encodes for this connection's version; called in the order of writing. */
    byte[] encode(OutgoingMessage message, int packetIdentifier, boolean duplicate) {
        TopicAliases known = aliases;
        if (session.options().mqttVersion() == MqttVersion.V3_1_1 || known == null) {
            return PublishEncoder.encode(message, packetIdentifier, duplicate);
        }
        boolean aliasKnown = known.isKnown(message.topic());
        int alias = known.aliasFor(message.topic());
        return PublishEncoder.encodeV5(message, packetIdentifier, duplicate, alias, aliasKnown);
    }

    void bytesRead() {
        if (keepAlive != null) {
            keepAlive.packetRead(System.nanoTime());
        }
    }

    void pingresp() {
        if (keepAlive != null) {
            session.pinged(keepAlive.pingresp(System.nanoTime()));
        }
    }

    void acknowledged(
            PacketKind kind, int packetIdentifier, int reasonCode, @Nullable String reasonString, int packetBytes) {
        session.acknowledgements()
                .acknowledged(this, kind, packetIdentifier, reasonCode, reasonString, packetBytes, System.nanoTime());
    }

    /** Ends it with a failure; the first one counts. Any thread. */
    void end(Outcome outcome) {
        if (!markClosed()) {
            return;
        }
        try {
            if (!closing) {
                session.connectionEnded(outcome);
            }
        } finally {
            settled = true;
        }
        closeChannel();
    }

    /** Reading by the publishing thread, made at its first publish; null where TLS or WebSocket is in between, or it is off. */
    @Nullable
    CallerReads callerReads() {
        SocketChannel plain = socket;
        if (callerReads == null && plain != null && CallerReads.ALLOWED) {
            callerReads = new CallerReads(this, channel(), plain);
        }
        return callerReads;
    }

    /** The socket is closed; a disconnect waits for this. On the event loop. */
    void gone() {
        gone = true;
        CallerReads reads = callerReads;
        if (reads != null) {
            reads.dispose();
        }
        session.slot().wake();
    }

    boolean isGone() {
        return gone;
    }

    /** Ends it without a failure and without a DISCONNECT packet. */
    void abort() {
        closing = true;
        if (markClosed()) {
            closeChannel();
            session.slot().cutOtherThread();
        }
    }

    /**
     * Sends DISCONNECT and closes, without waiting. Over plain TCP our side is shut first and the broker gets a moment
     * to close, because closing with unread bytes would reset the connection before it has read the DISCONNECT.
     */
    void disconnect() {
        closing = true;
        if (!markClosed()) {
            return;
        }
        session.slot().cutOtherThread();
        writer().write(ControlPackets.disconnect());
        Channel open = channel();
        open.eventLoop().execute(() -> shut(open));
    }

    private void closeChannel() {
        Channel open = channel;
        if (open != null) {
            open.close();
        }
    }

    private void shut(Channel open) {
        if (socket == null) {
            open.close();
            return;
        }
        ((io.netty.channel.socket.SocketChannel) open)
                .shutdownOutput()
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        open.eventLoop().schedule(() -> open.close(), LINGER_MS, TimeUnit.MILLISECONDS);
    }

    private synchronized boolean markClosed() {
        if (phase == ConnectPhase.CLOSED) {
            return false;
        }
        phase = ConnectPhase.CLOSED;
        if (keepAlive != null) {
            keepAlive.stop();
        }
        return true;
    }

    /** What the broker said before the write failed may still be unread; it tells more than a broken pipe. */
    private void writeFailed(Throwable cause) {
        Outcome outcome = Failures.of(cause, ConnectPhase.LIVE);
        channel().eventLoop().schedule(() -> end(outcome), READ_AFTER_FAILED_WRITE_MS, TimeUnit.MILLISECONDS);
    }

    private Channel channel() {
        Channel attached = channel;
        if (attached == null) {
            throw new IllegalStateException("no channel yet");
        }
        return attached;
    }
}
