package org.ackgate.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A CA and what it signs, made with the openssl command line in a folder of the test. */
final class Certificates {
    static final String PASSWORD = "t0p-secret";

    private final Path folder;

    private Certificates(Path folder) {
        this.folder = folder;
    }

    /** Makes {@code ca.pem} in the folder. */
    static Certificates in(Path folder) throws IOException, InterruptedException {
        Certificates certificates = new Certificates(folder);
        certificates.openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-keyout",
                "ca.key",
                "-out",
                "ca.pem",
                "-days",
                "30",
                "-subj",
                "/CN=Test CA");
        return certificates;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Makes {@code name}.pem, {@code name}.key (PKCS#8) and {@code name}.p12, signed by the CA. */
    void sign(String name, String subjectAltName, int days) throws IOException, InterruptedException {
        Files.writeString(file(name + ".ext"), "subjectAltName=" + subjectAltName + "\n");
        openssl(
                "req",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-keyout",
                name + ".key",
                "-out",
                name + ".csr",
                "-subj",
                "/CN=" + name);
        openssl(
                "x509",
                "-req",
                "-in",
                name + ".csr",
                "-CA",
                "ca.pem",
                "-CAkey",
                "ca.key",
                "-CAcreateserial",
                "-days",
                String.valueOf(days),
                "-extfile",
                name + ".ext",
                "-out",
                name + ".pem");
        openssl(
                "pkcs12",
                "-export",
                "-in",
                name + ".pem",
                "-inkey",
                name + ".key",
                "-certfile",
                "ca.pem",
                "-out",
                name + ".p12",
                "-passout",
                "pass:" + PASSWORD);
    }

    void openssl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + output);
        }
    }

    /** A context for a scripted broker that presents {@code name} and trusts the CA. */
    SSLContext serverContext(String name) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file(name + ".p12"))) {
            keys.load(in, password);
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, password);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file("ca.pem"))) {
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }
}
