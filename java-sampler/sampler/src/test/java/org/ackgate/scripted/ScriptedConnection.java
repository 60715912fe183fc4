package org.ackgate.scripted;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;

/** One connection of a {@link ScriptedBroker}: reads packets of the client, writes bytes back. */
public final class ScriptedConnection {
    private final Socket socket;
    private final int number;
    private final DataInputStream in;
    private final OutputStream out;

    ScriptedConnection(Socket socket, int number) throws IOException {
        this.socket = socket;
        this.number = number;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** 1 for the broker's first connection. */
    public int number() {
        return number;
    }

    public Socket socket() {
        return socket;
    }

    /** The next packet of any type. */
    public Packet read() throws IOException {
        try {
            int firstByte = in.readUnsignedByte();
            int length = 0;
            int shift = 0;
            int digit;
            do {
                digit = in.readUnsignedByte();
                length |= (digit & 0x7F) << shift;
                shift += 7;
            } while (digit > 0x7F);
            byte[] body = new byte[length];
            in.readFully(body);
            return new Packet(firstByte, body);
        } catch (EOFException | SocketException e) {
            throw new PeerClosedException(String.valueOf(e.getMessage()));
        }
    }

    /** The next packet, PINGREQ answered and skipped; fails when its type is another. */
    public Packet expect(int type) throws IOException {
        Packet packet = readAnsweringPings();
        if (packet.type() != type) {
            throw new AssertionError("expected packet type " + type + ", got " + packet);
        }
        return packet;
    }

    /** The next packet that is no PINGREQ. */
    public Packet readAnsweringPings() throws IOException {
        Packet packet = read();
        while (packet.type() == Packet.PINGREQ) {
            send(0xD0, 0);
            packet = read();
        }
        return packet;
    }

    /** Reads CONNECT and accepts it (MQTT 3.1.1). */
    public void accept(boolean sessionPresent) throws IOException {
        expect(Packet.CONNECT);
        send(0x20, 2, sessionPresent ? 1 : 0, 0);
    }

    /** Reads CONNECT and accepts it (MQTT 3.1.1, no session). */
    public void accept() throws IOException {
        accept(false);
    }

    /** Reads CONNECT and accepts it (MQTT 5) with these property bytes. */
    public void acceptV5(int... properties) throws IOException {
        expect(Packet.CONNECT);
        int[] packet = new int[5 + properties.length];
        packet[0] = 0x20;
        packet[1] = 3 + properties.length;
        packet[4] = properties.length;
        System.arraycopy(properties, 0, packet, 5, properties.length);
        send(packet);
    }

    /** An acknowledgement without reason: {@code type} is PUBACK, PUBREC, PUBREL or PUBCOMP. */
    public void acknowledge(int type, int packetIdentifier) throws IOException {
        int flags = type == Packet.PUBREL ? 2 : 0;
        send(type << 4 | flags, 2, packetIdentifier >> 8, packetIdentifier & 0xFF);
    }

    /** An MQTT 5 acknowledgement with a reason code. */
    public void acknowledge(int type, int packetIdentifier, int reasonCode) throws IOException {
        send(type << 4, 3, packetIdentifier >> 8, packetIdentifier & 0xFF, reasonCode);
    }

    public void send(int... bytes) throws IOException {
        byte[] packet = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            packet[i] = (byte) bytes[i];
        }
        out.write(packet);
        out.flush();
    }

    /** Reads and drops until the client closes; answers PINGREQ. */
    public void drain() throws IOException {
        while (true) {
            readAnsweringPings();
        }
    }

    /** Reads and answers nothing until the client closes. */
    public void stayDeaf() throws IOException {
        while (true) {
            read();
        }
    }

    /** Closes with RST. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
