package org.ackgate.session.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The key manager of clients without a certificate. It remembers which brokers asked for one, because in TLS 1.2 some
 * of them answer an absent certificate with a bare handshake failure.
 */
final class CertificateRequests extends X509ExtendedKeyManager {
    static final CertificateRequests INSTANCE = new CertificateRequests();

    private final Map<SSLEngine, Boolean> asked = Collections.synchronizedMap(new WeakHashMap<>());

    private CertificateRequests() {}

    boolean wasAsked(SSLEngine engine) {
        return asked.containsKey(engine);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
        asked.put(engine, Boolean.TRUE);
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return null;
    }
}
