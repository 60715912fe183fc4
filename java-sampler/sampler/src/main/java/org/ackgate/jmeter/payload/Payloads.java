package org.ackgate.jmeter.payload;

import static org.ackgate.jmeter.field.PublishFields.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.session.InvalidInputException;

/** Makes the payload source that an MQTT Publish element asks for. */
public final class Payloads {
    private static final int MAXIMUM_BYTES = 268_435_455;
    private static final int HEX = 16;

    private Payloads() {}

    /**
     * The source.
     *
     * @param seed makes random payloads repeatable
     * @throws InvalidInputException naming field, range and value
     */
    public static PayloadSource read(FieldReader reader, long seed) {
        String kind = reader.choice(PAYLOAD_KIND);
        switch (kind) {
            case "hex":
                return new TextPayload(() -> reader.raw(PAYLOAD), Payloads::fromHex);
            case "base64":
                return new TextPayload(() -> reader.raw(PAYLOAD), Payloads::fromBase64);
            case "file":
                return PayloadFiles.source(reader.required(PAYLOAD_FILE));
            case "size":
                return new RandomPayload(reader.integer(SIZE_BYTES, 0, MAXIMUM_BYTES), seed);
            case "mix":
                return mix(reader, seed);
            default:
                return new TextPayload(() -> reader.raw(PAYLOAD), text -> text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static PayloadSource mix(FieldReader reader, long seed) {
        List<String> items = reader.commaSeparated(MIX);
        if (items.isEmpty()) {
            throw FieldReader.refused(MIX, "bytes:weight, comma-separated, e.g. 256:70,512:20,1024:10", "");
        }
        List<PayloadSource> sources = new ArrayList<>();
        double[] weights = new double[items.size()];
        for (int i = 0; i < weights.length; i++) {
            String item = items.get(i);
            int colon = item.lastIndexOf(':');
            weights[i] = colon < 1 ? Double.NaN : weight(item.substring(colon + 1));
            if (!(weights[i] > 0) || Double.isInfinite(weights[i])) {
                throw FieldReader.refused(MIX, "bytes:weight with weights above 0, e.g. 256:70,512:20", item);
            }
            sources.add(mixSource(item.substring(0, colon).trim(), seed + i));
        }
        return new MixPayload(sources, weights, seed);
    }

    private static PayloadSource mixSource(String text, long seed) {
        if (text.startsWith("@")) {
            return PayloadFiles.source(text.substring(1));
        }
        try {
            int sizeBytes = Integer.parseInt(text);
            if (sizeBytes >= 0 && sizeBytes <= MAXIMUM_BYTES) {
                return new RandomPayload(sizeBytes, seed);
            }
        } catch (NumberFormatException e) {
            // refused below, with the range
        }
        throw FieldReader.refused(MIX, "bytes from 0 to " + MAXIMUM_BYTES + " or @path before the weight", text);
    }

    private static double weight(String text) {
        try {
            return Double.parseDouble(text.trim());
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static byte[] fromHex(String text) {
        String digits = text.replaceAll("\\s", "");
        if (digits.length() % 2 != 0 || !digits.matches("[0-9a-fA-F]*")) {
            throw new InvalidInputException(PAYLOAD + " must be pairs of hexadecimal digits");
        }
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), HEX);
        }
        return bytes;
    }

    private static byte[] fromBase64(String text) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(PAYLOAD + " must be base64: " + e.getMessage());
        }
    }
}
