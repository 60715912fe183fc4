package org.ackgate.session.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Reads trust and key files into a Netty context and says which file is at fault. */
final class ContextFiles {
    private ContextFiles() {}

    static SslContext build(TlsOptions options) throws TlsSetupException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .sessionCacheSize(1)
                .protocols(options.protocols());
        addTrust(builder, options);
        addKey(builder, options);
        if (!options.alpn().isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    options.alpn()));
        }
        try {
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new TlsSetupException("TLS settings cannot be used: " + innermost(e));
        }
    }

    private static void addTrust(SslContextBuilder builder, TlsOptions options) throws TlsSetupException {
        Path caFile = options.caFile();
        if (!options.verify()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (caFile != null) {
            try {
                requireReadable("CA file", caFile);
                builder.trustManager(caFile.toFile());
            } catch (IllegalArgumentException e) {
                throw new TlsSetupException("CA file " + caFile + " holds no PEM certificate: " + innermost(e));
            }
        }
    }

    private static void addKey(SslContextBuilder builder, TlsOptions options) throws TlsSetupException {
        Path pkcs12File = options.pkcs12File();
        Path certFile = options.certFile();
        Path keyFile = options.keyFile();
        if (pkcs12File != null) {
            builder.keyManager(pkcs12(pkcs12File, options.pkcs12Password()));
        } else if (certFile != null && keyFile != null) {
            addPem(builder, certFile, keyFile, options.keyPassword());
        } else if (certFile != null || keyFile != null) {
            throw new TlsSetupException("a client certificate needs both its certificate file and its key file");
        } else {
            builder.keyManager(CertificateRequests.INSTANCE);
        }
    }

    private static void addPem(SslContextBuilder builder, Path certFile, Path keyFile, @Nullable String password)
            throws TlsSetupException {
        requireReadable("certificate file", certFile);
        requireReadable("key file", keyFile);
        requirePkcs8(keyFile, password);
        try {
            builder.keyManager(certFile.toFile(), keyFile.toFile(), password);
        } catch (IllegalArgumentException e) {
            throw new TlsSetupException("client certificate " + certFile + " with key " + keyFile
                    + " cannot be used; check the files and the key's password: " + innermost(e));
        }
    }

    private static void requirePkcs8(Path keyFile, @Nullable String password) throws TlsSetupException {
        String pem = read(keyFile);
        if (pem.contains("BEGIN RSA PRIVATE KEY") || pem.contains("BEGIN EC PRIVATE KEY")) {
            String form = pem.contains("BEGIN RSA") ? "PKCS#1" : "SEC1";
            throw new TlsSetupException("key file " + keyFile + " is " + form
                    + "; turn it into PKCS#8: openssl pkcs8 -topk8 -nocrypt -in " + keyFile + " -out " + keyFile
                    + ".pk8.pem");
        }
        if (pem.contains("BEGIN ENCRYPTED PRIVATE KEY") && password == null) {
            throw new TlsSetupException("key file " + keyFile + " is encrypted; give the key password");
        }
        if (!pem.contains("PRIVATE KEY")) {
            throw new TlsSetupException("key file " + keyFile + " holds no PEM private key");
        }
    }

    private static KeyManagerFactory pkcs12(Path file, @Nullable String password) throws TlsSetupException {
        requireReadable("PKCS12 file", file);
        char[] secret = password == null ? new char[0] : password.toCharArray();
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, secret);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, secret);
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsSetupException(
                    "PKCS12 file " + file + " cannot be used; check file and password: " + innermost(e));
        }
    }

    private static void requireReadable(String what, Path file) throws TlsSetupException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new TlsSetupException(what + " " + file + " cannot be read; check path and permissions");
        }
    }

    private static String read(Path file) throws TlsSetupException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new TlsSetupException("file " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static String innermost(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
