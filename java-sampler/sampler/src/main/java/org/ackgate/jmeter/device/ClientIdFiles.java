package org.ackgate.jmeter.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.ackgate.jmeter.run.PlanFolder;
import org.ackgate.session.InvalidInputException;

/** Files of client identifiers that the connections of a run share; each line is handed out once. */
public final class ClientIdFiles {
    private static final List<String> HEADERS = List.of("client_id", "device_id");

    private final Map<String, Lines> files = new ConcurrentHashMap<>();

    /**
     * The next client identifier of the file.
     *
     * @throws InvalidInputException when the file cannot be read or has no line left
     */
    public String next(String path) {
        return files.computeIfAbsent(path, Lines::new).next();
    }

    private static final class Lines {
        private final String path;
        private final List<String> clientIds;
        private final AtomicInteger taken = new AtomicInteger();

        Lines(String path) {
            this.path = path;
            this.clientIds = read(path);
        }

        String next() {
            int index = taken.getAndIncrement();
            if (index >= clientIds.size()) {
                throw new InvalidInputException("client identifiers file '" + path + "' has " + clientIds.size()
                        + " lines, fewer than there are connections");
            }
            return clientIds.get(index);
        }

        private static List<String> read(String path) {
            try {
                List<String> clientIds = new ArrayList<>();
                for (String line : Files.readAllLines(PlanFolder.resolve(path), StandardCharsets.UTF_8)) {
                    String first = line.split(",", 2)[0].trim();
                    if (!first.isEmpty() && !(clientIds.isEmpty() && HEADERS.contains(first))) {
                        clientIds.add(first);
                    }
                }
                return clientIds;
            } catch (IOException e) {
                throw new InvalidInputException("client identifiers file '" + path + "' cannot be read: " + e);
            }
        }
    }
}
