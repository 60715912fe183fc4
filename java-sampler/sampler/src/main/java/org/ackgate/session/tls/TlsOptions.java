package org.ackgate.session.tls;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TLS of a session: whom to trust, what to present, how to verify. {@link #toString()} shows no password. */
public final class TlsOptions {
    /** The JVM trust store, verification on, no client certificate. */
    public static final TlsOptions DEFAULT = builder().build();

    private final @Nullable Path caFile;
    private final @Nullable Path certFile;
    private final @Nullable Path keyFile;
    private final @Nullable String keyPassword;
    private final @Nullable Path pkcs12File;
    private final @Nullable String pkcs12Password;
    private final boolean verify;
    private final @Nullable String sniHost;
    private final List<String> alpn;
    private final List<String> protocols;

    private TlsOptions(Builder builder) {
        caFile = builder.caFile;
        certFile = builder.certFile;
        keyFile = builder.keyFile;
        keyPassword = builder.keyPassword;
        pkcs12File = builder.pkcs12File;
        pkcs12Password = builder.pkcs12Password;
        verify = builder.verify;
        sniHost = builder.sniHost;
        alpn = builder.alpn;
        protocols = builder.protocols;
    }

    /** A builder; what is not set keeps the default named at its getter. */
    public static Builder builder() {
        return new Builder();
    }

    /** PEM certificates to trust, default none: the JVM trust store. */
    public @Nullable Path caFile() {
        return caFile;
    }

    /** PEM client certificate and its chain, default none. */
    public @Nullable Path certFile() {
        return certFile;
    }

    /** PEM client key in PKCS#8, plain or encrypted, default none. */
    public @Nullable Path keyFile() {
        return keyFile;
    }

    /** Password of the encrypted key, default none. */
    public @Nullable String keyPassword() {
        return keyPassword;
    }

    /** Client key and chain as PKCS12, instead of PEM; default none. */
    public @Nullable Path pkcs12File() {
        return pkcs12File;
    }

    /** Default none. */
    public @Nullable String pkcs12Password() {
        return pkcs12Password;
    }

    /** Whether chain and host name of the broker are verified, default true. */
    public boolean verify() {
        return verify;
    }

    /** Server name sent and verified instead of the URI's host, default none. */
    public @Nullable String sniHost() {
        return sniHost;
    }

    /** ALPN protocol names, default none. */
    public List<String> alpn() {
        return alpn;
    }

    /** Allowed versions, default TLSv1.3 and TLSv1.2. */
    public List<String> protocols() {
        return protocols;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TlsOptions && ((TlsOptions) other).identity().equals(identity());
    }

    @Override
    public int hashCode() {
        return identity().hashCode();
    }

    @Override
    public String toString() {
        return "TlsOptions[ca " + caFile + ", certificate " + certFile + ", pkcs12 " + pkcs12File + ", verify " + verify
                + "]";
    }

    private List<@Nullable Object> identity() {
        return Arrays.asList(
                caFile, certFile, keyFile, keyPassword, pkcs12File, pkcs12Password, verify, sniHost, alpn, protocols);
    }

    /** Builder of {@link TlsOptions}. */
    public static final class Builder {
        private @Nullable Path caFile = null;
        private @Nullable Path certFile = null;
        private @Nullable Path keyFile = null;
        private @Nullable String keyPassword = null;
        private @Nullable Path pkcs12File = null;
        private @Nullable String pkcs12Password = null;
        private boolean verify = true;
        private @Nullable String sniHost = null;
        private List<String> alpn = List.of();
        private List<String> protocols = List.of("TLSv1.3", "TLSv1.2");

        private Builder() {}

        public Builder caFile(@Nullable Path value) {
            caFile = value;
            return this;
        }

        public Builder certFile(@Nullable Path value) {
            certFile = value;
            return this;
        }

        public Builder keyFile(@Nullable Path value) {
            keyFile = value;
            return this;
        }

        public Builder keyPassword(@Nullable String value) {
            keyPassword = value;
            return this;
        }

        public Builder pkcs12File(@Nullable Path value) {
            pkcs12File = value;
            return this;
        }

        public Builder pkcs12Password(@Nullable String value) {
            pkcs12Password = value;
            return this;
        }

        public Builder verify(boolean value) {
            verify = value;
            return this;
        }

        public Builder sniHost(@Nullable String value) {
            sniHost = value;
            return this;
        }

        public Builder alpn(List<String> value) {
            alpn = List.copyOf(value);
            return this;
        }

        public Builder protocols(List<String> value) {
            protocols = List.copyOf(value);
            return this;
        }

        /** The finished value. */
        public TlsOptions build() {
            return new TlsOptions(this);
        }
    }
}
