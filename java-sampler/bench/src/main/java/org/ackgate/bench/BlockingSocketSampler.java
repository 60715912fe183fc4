package org.ackgate.bench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The limit: a blocking socket that writes the same bytes each time and reads the four of the PUBACK. */
public class BlockingSocketSampler extends AbstractRivalSampler {
    private static final long serialVersionUID = 1L;
    private static final byte[] CONNECT_HEADER = {0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0};
    private static final int PUBACK_BYTES = 4;

    private transient @Nullable Socket socket = null;
    private transient byte[] packet = new byte[0];
    private transient byte[] answer = new byte[PUBACK_BYTES];

    @Override
    void prepare() throws IOException {
        if (socket != null) {
            return;
        }
        Socket opened = new Socket("127.0.0.1", getPropertyAsInt("rival.port"));
        opened.setTcpNoDelay(true);
        byte[] clientId = clientId().getBytes(StandardCharsets.UTF_8);
        ByteBuffer connect = ByteBuffer.allocate(CONNECT_HEADER.length + 4 + clientId.length);
        connect.put((byte) 0x10).put((byte) (connect.capacity() - 2)).put(CONNECT_HEADER);
        connect.putShort((short) clientId.length).put(clientId);
        opened.getOutputStream().write(connect.array());
        new DataInputStream(opened.getInputStream()).readFully(new byte[PUBACK_BYTES]);
        packet = publishPacket();
        answer = new byte[PUBACK_BYTES];
        socket = opened;
    }

    private byte[] publishPacket() {
        byte[] topic = getPropertyAsString("rival.topic").getBytes(StandardCharsets.UTF_8);
        byte[] payload = getPropertyAsString("rival.payload").getBytes(StandardCharsets.UTF_8);
        int remaining = 2 + topic.length + 2 + payload.length;
        ByteBuffer publish = ByteBuffer.allocate(3 + remaining);
        publish.put((byte) 0x32).put((byte) (remaining % 128 | 0x80)).put((byte) (remaining / 128));
        publish.putShort((short) topic.length).put(topic).putShort((short) 1).put(payload);
        return publish.array();
    }

    @Override
    void publish() throws IOException {
        Socket connected = socket;
        if (connected == null) {
            throw new IOException("not connected");
        }
        OutputStream out = connected.getOutputStream();
        out.write(packet);
        int read = 0;
        while (read < PUBACK_BYTES) {
            int more = connected.getInputStream().read(answer, read, PUBACK_BYTES - read);
            if (more < 0) {
                throw new IOException("closed by the broker");
            }
            read += more;
        }
    }

    @Override
    public void threadFinished() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // it is gone, which is all that is wanted
        }
    }
}
