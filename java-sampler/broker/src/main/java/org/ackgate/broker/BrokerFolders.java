package org.ackgate.broker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The broker's folders for one run: they hold its configuration and are deleted when it stops.
 *
 * @param root temporary folder that holds the others
 */
record BrokerFolders(Path root) {

    /** Creates the folders, which the broker wants to find, and writes its configuration. */
    static BrokerFolders create(final int port) throws IOException {
        final BrokerFolders folders = new BrokerFolders(Files.createTempDirectory("ackgate-broker-"));
        Files.createDirectory(folders.config());
        Files.createDirectory(folders.data());
        Files.createDirectory(folders.extensions());
        Files.writeString(folders.config().resolve("config.xml"), configuration(port), StandardCharsets.UTF_8);
        return folders;
    }

    Path config() {
        return root.resolve("conf");
    }

    Path data() {
        return root.resolve("data");
    }

    Path extensions() {
        return root.resolve("extensions");
    }

    /**
     * Loopback only, nothing on disk (the file mode takes half a gigabyte), no usage statistics. A queue of 1,000
     * messages, the default, would drop two seconds of the demo's load whenever the machine pauses.
     */
    private static String configuration(final int port) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <hivemq>
                  <listeners>
                    <tcp-listener>
                      <port>%d</port>
                      <bind-address>127.0.0.1</bind-address>
                    </tcp-listener>
                  </listeners>
                  <mqtt>
                    <queued-messages>
                      <max-queue-size>100000</max-queue-size>
                    </queued-messages>
                  </mqtt>
                  <persistence>
                    <mode>in-memory</mode>
                  </persistence>
                  <anonymous-usage-statistics>
                    <enabled>false</enabled>
                  </anonymous-usage-statistics>
                </hivemq>
                """
                .formatted(port);
    }

    void delete() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path folder, final IOException failure) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
