package org.ackgate.session;

import static org.ackgate.session.Sessions.message;
import static org.ackgate.session.Sessions.millis;
import static org.ackgate.session.Sessions.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.ackgate.scripted.Packet;
import org.ackgate.scripted.ScriptedBroker;
import org.ackgate.scripted.ScriptedConnection;
import org.ackgate.session.tls.TlsContext;
import org.ackgate.session.tls.TlsOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static Certificates certificates;

    @BeforeAll
    static void makeCertificates(@TempDir Path folder) throws Exception {
        certificates = Certificates.in(folder);
        certificates.sign("broker", "DNS:localhost,DNS:broker.example.org,IP:127.0.0.1", 30);
        certificates.sign("other", "DNS:elsewhere.example.org", 30);
        certificates.sign("expired", "DNS:localhost,IP:127.0.0.1", -1);
        certificates.sign("client", "DNS:client", 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void handshake_is_timed_apart_and_lies_in_no_publish(String protocol) throws Exception {
        try (ScriptedBroker broker = broker("broker", false, TlsTest::acknowledgeOne);
                MqttSession session = session(broker, trusting().protocols(List.of(protocol)))) {
            ConnectResult connect = session.connect(seconds(10));
            assertEquals(Outcome.OK, connect.outcome());
            assertTrue(connect.tlsUs() > 0);
            assertTrue(connect.tcpUs() + connect.tlsUs() + connect.connackUs() <= connect.elapsedUs() + 3);
            PublishResult publish = session.publish(message(1), seconds(5));
            assertEquals(Outcome.OK, publish.outcome());
            assertTrue(publish.startNanoTime() > connect.endNanoTime());
        }
    }

    @Test
    void unknown_ca_is_untrusted() throws Exception {
        assertFails(ResponseCode.TLS_UNTRUSTED, "broker", false, TlsOptions.builder());
    }

    @Test
    void certificate_of_another_host_is_a_hostname_failure() throws Exception {
        assertFails(ResponseCode.TLS_HOSTNAME, "other", false, trusting());
    }

    @Test
    void expired_certificate_is_named_as_such() throws Exception {
        assertFails(ResponseCode.TLS_EXPIRED, "expired", false, trusting());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void missing_client_certificate_is_named_as_such(String protocol) throws Exception {
        assertFails(
                ResponseCode.TLS_CLIENT_CERTIFICATE, "broker", true, trusting().protocols(List.of(protocol)));
    }

    @Test
    void plain_port_is_a_handshake_failure() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection -> connection.send('n', 'o', ' ', 'T', 'L', 'S'));
                MqttSession session = session(broker, trusting())) {
            assertEquals(
                    ResponseCode.TLS_HANDSHAKE,
                    session.connect(seconds(5)).outcome().code());
        }
    }

    @Test
    void silence_during_the_handshake_times_out_at_tls() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.start(connection ->
                        connection.socket().getInputStream().transferTo(OutputStream.nullOutputStream()));
                MqttSession session = session(broker, trusting())) {
            ConnectResult result = session.connect(millis(300));
            assertEquals(ResponseCode.TIMEOUT_TLS, result.outcome().code());
            assertTrue(result.tcpUs() >= 0);
            assertEquals(OperationResult.NOT_MEASURED, result.tlsUs());
        }
    }

    @Test
    void verification_off_takes_any_certificate() throws Exception {
        try (ScriptedBroker broker = broker("expired", false, TlsTest::acknowledgeOne);
                MqttSession session = session(broker, TlsOptions.builder().verify(false))) {
            assertTrue(session.connect(seconds(5)).outcome().isOk());
        }
    }

    @Test
    void pem_and_encrypted_pem_and_pkcs12_client_keys_are_presented() throws Exception {
        certificates.openssl(
                "pkcs8",
                "-topk8",
                "-in",
                "client.key",
                "-out",
                "client.enc.key",
                "-passout",
                "pass:" + Certificates.PASSWORD);
        List<TlsOptions.Builder> ways = List.of(
                trusting().certFile(file("client.pem")).keyFile(file("client.key")),
                trusting()
                        .certFile(file("client.pem"))
                        .keyFile(file("client.enc.key"))
                        .keyPassword(Certificates.PASSWORD),
                trusting().pkcs12File(file("client.p12")).pkcs12Password(Certificates.PASSWORD));
        for (TlsOptions.Builder way : ways) {
            try (ScriptedBroker broker = broker("broker", true, connection -> {
                        SSLSocket socket = (SSLSocket) connection.socket();
                        assertEquals(
                                "CN=client",
                                socket.getSession().getPeerPrincipal().getName());
                        acknowledgeOne(connection);
                    });
                    MqttSession session = session(broker, way)) {
                ConnectResult result = session.connect(seconds(10));
                broker.requireNoErrors();
                assertEquals(Outcome.OK, result.outcome());
            }
        }
    }

    @Test
    void pkcs1_and_sec1_keys_are_refused_with_the_command_that_mends_them() throws Exception {
        certificates.openssl("genrsa", "-traditional", "-out", "pkcs1.key", "2048");
        certificates.openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "sec1.key");
        for (String name : List.of("pkcs1.key", "sec1.key")) {
            Outcome outcome = invalid(trusting().certFile(file("client.pem")).keyFile(file(name)));
            assertTrue(outcome.reason().contains("openssl pkcs8 -topk8 -nocrypt -in " + file(name)), outcome::reason);
        }
    }

    @Test
    void unusable_files_are_invalid_input_that_names_the_file() throws Exception {
        assertTrue(invalid(TlsOptions.builder().caFile(file("missing.pem")))
                .reason()
                .contains("missing.pem"));
        Path empty = Files.writeString(file("empty.pem"), "nothing");
        assertTrue(invalid(TlsOptions.builder().caFile(empty)).reason().contains("empty.pem"));
        Outcome wrongPassword =
                invalid(trusting().pkcs12File(file("client.p12")).pkcs12Password("wrong"));
        assertTrue(wrongPassword.reason().contains("client.p12"), wrongPassword::reason);
        assertFalse(wrongPassword.reason().contains("wrong\""), wrongPassword::reason);
    }

    @Test
    void server_name_is_sent_and_verified_in_place_of_the_host() throws Exception {
        try (ScriptedBroker broker = broker("broker", false, connection -> {
                    SSLSocket socket = (SSLSocket) connection.socket();
                    socket.startHandshake();
                    ExtendedSSLSession tls = (ExtendedSSLSession) socket.getSession();
                    assertEquals(
                            "[type=host_name (0), value=broker.example.org]",
                            tls.getRequestedServerNames().toString());
                    acknowledgeOne(connection);
                });
                MqttSession session = session(broker, trusting().sniHost("broker.example.org"))) {
            ConnectResult result = session.connect(seconds(10));
            broker.requireNoErrors();
            assertEquals(Outcome.OK, result.outcome());
        }
    }

    @Test
    void alpn_protocol_is_offered() throws Exception {
        try (ScriptedBroker broker = broker("broker", false, connection -> {
                    SSLSocket socket = (SSLSocket) connection.socket();
                    socket.setHandshakeApplicationProtocolSelector((tls, offered) -> {
                        assertEquals(List.of("mqtt"), offered);
                        return "mqtt";
                    });
                    acknowledgeOne(connection);
                });
                MqttSession session = session(broker, trusting().alpn(List.of("mqtt")))) {
            ConnectResult result = session.connect(seconds(10));
            broker.requireNoErrors();
            assertEquals(Outcome.OK, result.outcome());
        }
    }

    @Test
    void context_is_built_once_per_file_set() throws Exception {
        assertSame(TlsContext.of(trusting().build()), TlsContext.of(trusting().build()));
        assertNotSame(
                TlsContext.of(trusting().build()),
                TlsContext.of(trusting().sniHost("other").build()));
    }

    @Test
    void every_connect_makes_a_full_handshake() throws Exception {
        Set<String> sessionIds = ConcurrentHashMap.newKeySet();
        TlsOptions.Builder options = trusting().protocols(List.of("TLSv1.2"));
        try (ScriptedBroker broker = broker("broker", false, connection -> {
            SSLSocket socket = (SSLSocket) connection.socket();
            socket.startHandshake();
            sessionIds.add(new BigInteger(1, socket.getSession().getId()).toString(16));
            acknowledgeOne(connection);
        })) {
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                try (MqttSession session = session(broker, options)) {
                    assertTrue(session.connect(seconds(5)).outcome().isOk());
                    numbers.add(i);
                }
            }
            assertEquals(numbers.size(), sessionIds.size());
        }
    }

    private static void assertFails(ResponseCode code, String certificate, boolean needClient, TlsOptions.Builder tls)
            throws Exception {
        try (ScriptedBroker broker = broker(certificate, needClient, ignoringTls());
                MqttSession session = session(broker, tls)) {
            Outcome outcome = session.connect(seconds(10)).outcome();
            assertEquals(code, outcome.code(), outcome::reason);
        }
    }

    /** The broker's own view of a failed handshake is not what these tests are about. */
    private static ScriptedBroker.Script ignoringTls() {
        return connection -> {
            try {
                connection.accept();
                connection.drain();
            } catch (SSLException e) {
                connection.socket().close();
            }
        };
    }

    private static Outcome invalid(TlsOptions.Builder tls) throws Exception {
        try (ScriptedBroker broker = broker("broker", false, ignoringTls());
                MqttSession session = session(broker, tls)) {
            Outcome outcome = session.connect(seconds(5)).outcome();
            assertEquals(ResponseCode.INVALID_INPUT, outcome.code(), outcome::reason);
            return outcome;
        }
    }

    private static void acknowledgeOne(ScriptedConnection connection) throws Exception {
        connection.accept();
        connection.acknowledge(Packet.PUBACK, connection.expect(Packet.PUBLISH).packetIdentifier());
        connection.drain();
    }

    private static ScriptedBroker broker(String certificate, boolean needClient, ScriptedBroker.Script script)
            throws Exception {
        SSLServerSocket server = (SSLServerSocket)
                ScriptedBroker.bind(certificates.serverContext(certificate).getServerSocketFactory());
        server.setNeedClientAuth(needClient);
        return ScriptedBroker.start(server, script);
    }

    private static MqttSession session(ScriptedBroker broker, TlsOptions.Builder tls) {
        BrokerUri uri = BrokerUri.of(Transport.SSL, "127.0.0.1", broker.port(), "/mqtt");
        return Sessions.session(SessionOptions.builder(uri, "device-1").tls(tls.build()));
    }

    private static TlsOptions.Builder trusting() {
        return TlsOptions.builder().caFile(file("ca.pem"));
    }

    private static Path file(String name) {
        return certificates.file(name);
    }
}
