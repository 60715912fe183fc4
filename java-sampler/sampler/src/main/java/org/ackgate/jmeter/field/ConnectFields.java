package org.ackgate.jmeter.field;

import java.util.List;

/** Fields of MQTT Connect. */
public final class ConnectFields {
    public static final Field URL = Field.text(
            "connect.url",
            "Broker URL",
            "tcp://127.0.0.1:1883",
            "tcp://host:1883, ssl://host:8883, ws://host:80/mqtt or wss://host:443/mqtt");
    public static final Field VERSION = Field.choice(
            "connect.version", "MQTT version", "5 adds properties, reasons and flow control", "3.1.1", "5");
    public static final Field TIMEOUT_MS = Field.text(
            "connect.timeout_ms",
            "Connect limit (ms)",
            "30000",
            "TCP, TLS and CONNACK together; then the sample fails");
    public static final Field KEEP_ALIVE_S = Field.text(
            "connect.keep_alive_s",
            "Keep alive (s)",
            "60",
            "Idle time after which a PINGREQ is sent; 0 switches it off");

    public static final Field CLIENT_ID = Field.text(
            "connect.client_id",
            "Client identifier",
            "",
            "One per device, e.g. ${device_id}; empty asks the broker for one; {n} is the connection's number in the thread");
    public static final Field CLIENT_ID_FILE = Field.file(
            "connect.client_id_file",
            "Client identifiers from file",
            "For many connections per thread: the first column of a CSV file; each connection takes the next line");
    public static final Field USERNAME =
            Field.text("connect.username", "User name", "", "Leave empty where the broker asks for none");
    public static final Field PASSWORD = Field.password(
            "connect.password",
            "Password",
            "Best from a property, e.g. ${__P(mqtt.password)}; never written to results");
    public static final Field CLEAN_START = Field.flag(
            "connect.clean_start",
            "Clean start",
            true,
            "false resumes the session the broker kept: use it when devices keep their subscriptions over reconnects");
    public static final Field SESSION_EXPIRY_S = Field.text(
            "connect.session_expiry_s",
            "Session expiry interval (s, MQTT 5)",
            "0",
            "How long the broker keeps the session after the connection; 4294967295 for ever");

    public static final Field CONNECTIONS = Field.text(
            "connections",
            "Connections of this thread",
            "1",
            "More than 1: one thread holds many devices (up to 20000)");
    public static final Field RATE_PER_S = Field.text(
            "connect.rate_per_s",
            "Connect rate of this thread (1/s)",
            "",
            "Spreads the connects of a thread that holds several; empty: as fast as the broker answers");
    public static final Field SOURCE_ADDRESS = Field.text(
            "connect.source_address",
            "Source addresses",
            "",
            "Local IP addresses, comma-separated and taken in turn: past about 28,000 connections one has too few ports");

    public static final Field RECEIVE_MAXIMUM = Field.text(
            "connect.receive_maximum",
            "Receive maximum (MQTT 5)",
            "65535",
            "Unacknowledged QoS 1 and 2 messages this client takes");
    public static final Field MAXIMUM_PACKET_SIZE_BYTES = Field.text(
            "connect.maximum_packet_size_bytes",
            "Maximum packet size (bytes, MQTT 5)",
            "268435460",
            "Largest packet this client takes");
    public static final Field USER_PROPERTIES =
            Field.lines("connect.user_properties", "User properties (MQTT 5)", "One name=value per line");

    public static final Field WILL_TOPIC = Field.text("connect.will_topic", "Will topic", "", "Empty: no will message");
    public static final Field WILL_PAYLOAD =
            Field.text("connect.will_payload", "Will payload", "", "Text the broker publishes when the device is lost");
    public static final Field WILL_QOS = Field.choice("connect.will_qos", "Will QoS", "0, 1 or 2", "0", "1", "2");
    public static final Field WILL_RETAIN =
            Field.flag("connect.will_retain", "Will retain", false, "Whether the broker keeps the will message");

    public static final Field WS_HEADERS = Field.lines(
            "connect.ws_headers", "WebSocket headers", "One Name: value per line, for ws:// and wss:// only");

    public static final Field RECONNECT_ATTEMPTS = Field.text(
            "reconnect.attempts",
            "Reconnect attempts",
            "3",
            "After a loss the next element tries this often, each try a row of its own; 0 never reconnects");
    public static final Field RECONNECT_PAUSE_MS = Field.text(
            "reconnect.pause_ms", "Pause before each attempt (ms)", "1000", "Keeps a failing device from hammering");

    public static final Field TLS_CA_FILE =
            Field.file("tls.ca_file", "CA certificates (PEM)", "Whom to trust; empty: the trust store of the JVM");
    public static final Field TLS_CERT_FILE = Field.file(
            "tls.cert_file", "Client certificate (PEM)", "With its chain; a variable gives each device its own");
    public static final Field TLS_KEY_FILE =
            Field.file("tls.key_file", "Client key (PEM, PKCS#8)", "Plain or encrypted");
    public static final Field TLS_KEY_PASSWORD =
            Field.password("tls.key_password", "Key password", "For an encrypted client key");
    public static final Field TLS_PKCS12_FILE =
            Field.file("tls.pkcs12_file", "Client PKCS12 file", "Key and chain in one file, instead of PEM");
    public static final Field TLS_PKCS12_PASSWORD =
            Field.password("tls.pkcs12_password", "PKCS12 password", "For the PKCS12 file");
    public static final Field TLS_VERIFY = Field.flag(
            "tls.verify", "Verify the broker", true, "false accepts any certificate; every connect row then says so");
    public static final Field TLS_SNI =
            Field.text("tls.sni", "Server name (SNI)", "", "Sent and verified instead of the host of the URL");
    public static final Field TLS_ALPN =
            Field.text("tls.alpn", "ALPN names", "", "Comma-separated, e.g. mqtt; some cloud brokers ask for one");
    public static final Field TLS_VERSIONS =
            Field.text("tls.versions", "TLS versions", "TLSv1.3,TLSv1.2", "Comma-separated");

    /** As the GUI shows them. */
    public static final List<FieldGroup> GROUPS = List.of(
            FieldGroup.of("Broker", URL, VERSION, TIMEOUT_MS, KEEP_ALIVE_S),
            FieldGroup.of("Device", CLIENT_ID, CLIENT_ID_FILE, USERNAME, PASSWORD, CLEAN_START, SESSION_EXPIRY_S),
            FieldGroup.of("Many connections per thread", CONNECTIONS, RATE_PER_S, SOURCE_ADDRESS),
            FieldGroup.of("After a loss", RECONNECT_ATTEMPTS, RECONNECT_PAUSE_MS),
            FieldGroup.of(
                    "TLS",
                    TLS_CA_FILE,
                    TLS_CERT_FILE,
                    TLS_KEY_FILE,
                    TLS_KEY_PASSWORD,
                    TLS_PKCS12_FILE,
                    TLS_PKCS12_PASSWORD,
                    TLS_VERIFY,
                    TLS_SNI,
                    TLS_ALPN,
                    TLS_VERSIONS),
            FieldGroup.of("Will message", WILL_TOPIC, WILL_PAYLOAD, WILL_QOS, WILL_RETAIN),
            FieldGroup.of("Protocol details", RECEIVE_MAXIMUM, MAXIMUM_PACKET_SIZE_BYTES, USER_PROPERTIES, WS_HEADERS));

    private ConnectFields() {}
}
