package org.ackgate.jmeter.payload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ackgate.jmeter.run.PlanFolder;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.InvalidInputException;
import org.apache.jmeter.engine.util.CompoundVariable;

/** Payload files, each read once per run. */
public final class PayloadFiles {
    private static final String VARIABLE_START = "${";

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();

    private PayloadFiles() {}

    /**
     * A payload from a file; JMeter variables and functions in it are filled for every send.
     *
     * @throws InvalidInputException when the file cannot be read
     */
    static PayloadSource source(String path) {
        byte[] bytes = RunContext.current()
                .shared(PayloadFiles.class, PayloadFiles::new)
                .files
                .computeIfAbsent(path, PayloadFiles::read);
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!text.contains(VARIABLE_START)) {
            return new FixedPayload(bytes);
        }
        CompoundVariable template = new CompoundVariable(text);
        return new TextPayload(template::execute, filled -> filled.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] read(String path) {
        try {
            return Files.readAllBytes(PlanFolder.resolve(path));
        } catch (IOException e) {
            throw new InvalidInputException("payload file '" + path + "' cannot be read: " + e);
        }
    }

    private static final class FixedPayload implements PayloadSource {
        private final byte[] bytes;

        FixedPayload(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public byte[] next() {
            return bytes;
        }

        @Override
        public boolean isGenerated() {
            return false;
        }

        @Override
        public boolean isFresh() {
            return false;
        }
    }
}
