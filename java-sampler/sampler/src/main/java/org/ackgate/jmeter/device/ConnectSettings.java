package org.ackgate.jmeter.device;

import static org.ackgate.jmeter.field.ConnectFields.*;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ackgate.jmeter.field.FieldReader;
import org.ackgate.jmeter.run.PlanFolder;
import org.ackgate.jmeter.run.RunContext;
import org.ackgate.session.BrokerUri;
import org.ackgate.session.InvalidInputException;
import org.ackgate.session.MqttVersion;
import org.ackgate.session.SessionOptions;
import org.ackgate.session.UserProperty;
import org.ackgate.session.WillMessage;
import org.ackgate.session.tls.TlsOptions;
import org.jspecify.annotations.Nullable;

/** What an MQTT Connect element asks for, read once per sample of it. */
public final class ConnectSettings {
    private static final int MAXIMUM_CONNECTIONS = 20_000;
    private static final int MAXIMUM_ATTEMPTS = 1_000;
    private static final int MAXIMUM_UNSIGNED_SHORT = 65_535;
    private static final long MAXIMUM_UNSIGNED_INT = 0xFFFF_FFFFL;
    private static final long MAXIMUM_PACKET_BYTES = 268_435_460;
    private static final long DAY_MS = 86_400_000;

    private final String label;
    private final BrokerUri brokerUri;
    private final MqttVersion version;
    private final String clientIdPattern;
    private final @Nullable String clientIdFile;
    private final @Nullable String username;
    private final @Nullable String password;
    private final boolean cleanStart;
    private final int keepAliveS;
    private final long timeoutMs;
    private final long sessionExpiryS;
    private final int receiveMaximum;
    private final long maximumPacketSizeBytes;
    private final List<UserProperty> userProperties;
    private final @Nullable WillMessage will;
    private final List<UserProperty> webSocketHeaders;
    private final List<String> sourceAddresses;
    private final TlsOptions tls;
    private final int reconnectAttempts;
    private final long reconnectPauseMs;
    private final int connections;
    private final double ratePerS;

    /**
     * Reads the element's fields.
     *
     * @throws InvalidInputException naming field, range and value
     */
    public ConnectSettings(String label, FieldReader reader) {
        this.label = label;
        brokerUri = BrokerUri.parse(reader.text(URL));
        version = MqttVersion.parse(reader.text(VERSION));
        clientIdPattern = reader.text(CLIENT_ID);
        clientIdFile = reader.optional(CLIENT_ID_FILE);
        username = reader.optional(USERNAME);
        String passwordText = reader.raw(PASSWORD);
        password = passwordText.isEmpty() ? null : passwordText;
        cleanStart = reader.flag(CLEAN_START);
        keepAliveS = reader.integer(KEEP_ALIVE_S, 0, MAXIMUM_UNSIGNED_SHORT);
        timeoutMs = reader.number(TIMEOUT_MS, 1, DAY_MS);
        sessionExpiryS = reader.number(SESSION_EXPIRY_S, 0, MAXIMUM_UNSIGNED_INT);
        receiveMaximum = reader.integer(RECEIVE_MAXIMUM, 1, MAXIMUM_UNSIGNED_SHORT);
        maximumPacketSizeBytes = reader.number(MAXIMUM_PACKET_SIZE_BYTES, 1, MAXIMUM_PACKET_BYTES);
        userProperties = reader.pairs(USER_PROPERTIES, '=');
        will = readWill(reader);
        webSocketHeaders = reader.pairs(WS_HEADERS, ':');
        sourceAddresses = reader.commaSeparated(SOURCE_ADDRESS);
        tls = readTls(reader);
        reconnectAttempts = reader.integer(RECONNECT_ATTEMPTS, 0, MAXIMUM_ATTEMPTS);
        reconnectPauseMs = reader.number(RECONNECT_PAUSE_MS, 1, DAY_MS);
        connections = reader.integer(CONNECTIONS, 1, MAXIMUM_CONNECTIONS);
        ratePerS = reader.positiveOrUnlimited(RATE_PER_S);
    }

    /** Label of the element; reconnect and loss rows carry it too. */
    public String label() {
        return label;
    }

    /** Limit of one connect, TCP to CONNACK. */
    public long timeoutMs() {
        return timeoutMs;
    }

    public int reconnectAttempts() {
        return reconnectAttempts;
    }

    public long reconnectPauseMs() {
        return reconnectPauseMs;
    }

    /** Connections the thread holds. */
    public int connections() {
        return connections;
    }

    /** Connects per second of this thread; infinite without a limit. */
    public double ratePerS() {
        return ratePerS;
    }

    /** Whether TLS is used without verifying the broker. */
    public boolean isUnverified() {
        return brokerUri.transport().usesTls() && !tls.verify();
    }

    /** Whether both lead to the same devices, so that live connections can be reused. */
    public boolean isSameDevice(ConnectSettings other) {
        return brokerUri.equals(other.brokerUri)
                && clientIdPattern.equals(other.clientIdPattern)
                && connections == other.connections
                && version == other.version;
    }

    /** The broker as a URL, without user or password. */
    public String broker() {
        return brokerUri.toString();
    }

    /**
     * Session options of the thread's connection number {@code n}, from 1.
     *
     * @throws InvalidInputException when a value is outside its range or the file of client identifiers is used up
     */
    public SessionOptions optionsFor(int n) {
        return SessionOptions.builder(brokerUri, clientId(n))
                .mqttVersion(version)
                .username(username)
                .password(password)
                .cleanStart(cleanStart)
                .sessionExpiryS(sessionExpiryS)
                .keepAliveS(keepAliveS)
                .receiveMaximum(receiveMaximum)
                .maximumPacketSizeBytes(maximumPacketSizeBytes)
                .userProperties(userProperties)
                .will(will)
                .webSocketHeaders(webSocketHeaders)
                .localAddress(nextSourceAddress())
                .tls(tls)
                .build();
    }

    private String clientId(int n) {
        if (clientIdFile != null) {
            return RunContext.current()
                    .shared(ClientIdFiles.class, ClientIdFiles::new)
                    .next(clientIdFile);
        }
        if (connections > 1 && !clientIdPattern.isEmpty() && !clientIdPattern.contains("{n}")) {
            throw FieldReader.refused(
                    CLIENT_ID, "a pattern with {n} when a thread holds several connections", clientIdPattern);
        }
        return clientIdPattern.replace("{n}", Integer.toString(n));
    }

    private @Nullable String nextSourceAddress() {
        if (sourceAddresses.isEmpty()) {
            return null;
        }
        int turn = RunContext.current()
                .shared(SourceAddressTurn.class, SourceAddressTurn::new)
                .next
                .getAndIncrement();
        return sourceAddresses.get(Math.floorMod(turn, sourceAddresses.size()));
    }

    private static @Nullable WillMessage readWill(FieldReader reader) {
        String topic = reader.optional(WILL_TOPIC);
        if (topic == null) {
            return null;
        }
        return WillMessage.builder(topic, reader.raw(WILL_PAYLOAD).getBytes(StandardCharsets.UTF_8))
                .qos(Integer.parseInt(reader.choice(WILL_QOS)))
                .retain(reader.flag(WILL_RETAIN))
                .build();
    }

    private static TlsOptions readTls(FieldReader reader) {
        return TlsOptions.builder()
                .caFile(path(reader.optional(TLS_CA_FILE)))
                .certFile(path(reader.optional(TLS_CERT_FILE)))
                .keyFile(path(reader.optional(TLS_KEY_FILE)))
                .keyPassword(reader.optional(TLS_KEY_PASSWORD))
                .pkcs12File(path(reader.optional(TLS_PKCS12_FILE)))
                .pkcs12Password(reader.optional(TLS_PKCS12_PASSWORD))
                .verify(reader.flag(TLS_VERIFY))
                .sniHost(reader.optional(TLS_SNI))
                .alpn(reader.commaSeparated(TLS_ALPN))
                .protocols(reader.commaSeparated(TLS_VERSIONS))
                .build();
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null ? null : PlanFolder.resolve(text);
    }

    /** Whose turn it is among the source addresses. */
    private static final class SourceAddressTurn {
        private final AtomicInteger next = new AtomicInteger();
    }
}
