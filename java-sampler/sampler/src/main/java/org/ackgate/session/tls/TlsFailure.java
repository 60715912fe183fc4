package org.ackgate.session.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** What a TLS exception means for the person who reads the report. */
public final class TlsFailure {
    private static final String ALERT = "received fatal alert: ";

    private final Kind kind;
    private final String line;

    private TlsFailure(Kind kind, String line) {
        this.kind = kind;
        this.line = line;
    }

    /** Reads an exception of the handshake, or of the first read after it: TLS 1.3 refuses a client certificate there. */
    public static TlsFailure of(Throwable thrown) {
        return of(thrown, null);
    }

    /** The same with the engine at hand, which tells whether the broker had asked for a certificate that we lack. */
    public static TlsFailure of(Throwable thrown, @Nullable SSLEngine engine) {
        String message = String.valueOf(thrown.getMessage());
        if (message.toLowerCase(Locale.ROOT).contains(ALERT)) {
            return ofAlert(message, engine != null && CertificateRequests.INSTANCE.wasAsked(engine));
        }
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            TlsFailure failure = ofCertificate(cause);
            if (failure != null) {
                return failure;
            }
        }
        return new TlsFailure(Kind.HANDSHAKE, "TLS handshake failed; check port and TLS versions (" + message + ")");
    }

    public Kind kind() {
        return kind;
    }

    /** One line that says what to look at. */
    public String line() {
        return line;
    }

    private static TlsFailure ofAlert(String message, boolean certificateAsked) {
        String alert = message.substring(message.toLowerCase(Locale.ROOT).indexOf(ALERT) + ALERT.length());
        if (certificateAsked) {
            return new TlsFailure(
                    Kind.CLIENT_CERTIFICATE,
                    "the broker asked for a client certificate and none is set (" + alert + ")");
        }
        switch (alert.trim()) {
            case "certificate_required":
            case "bad_certificate":
            case "unknown_ca":
            case "certificate_unknown":
            case "certificate_expired":
            case "certificate_revoked":
            case "unsupported_certificate":
            case "access_denied":
                return new TlsFailure(
                        Kind.CLIENT_CERTIFICATE,
                        "the broker wants another client certificate; check certificate, key and its CA (" + alert
                                + ")");
            default:
                return new TlsFailure(
                        Kind.HANDSHAKE,
                        "the broker ended the TLS handshake; check TLS versions and whether it wants a client certificate ("
                                + alert + ")");
        }
    }

    private static @Nullable TlsFailure ofCertificate(Throwable cause) {
        if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
            return new TlsFailure(
                    Kind.EXPIRED, "the broker's certificate is outside its validity (" + cause.getMessage() + ")");
        }
        if (cause instanceof CertPathBuilderException) {
            return new TlsFailure(
                    Kind.UNTRUSTED, "the broker's certificate is not signed by a trusted CA; check the CA file");
        }
        String message = String.valueOf(cause.getMessage());
        boolean plain = cause.getClass() == CertificateException.class;
        if (plain && (message.startsWith("No subject alternative") || message.startsWith("No name matching"))) {
            return new TlsFailure(Kind.HOSTNAME, "the broker's certificate names another host (" + message + ")");
        }
        if (cause.getCause() == null && cause instanceof CertPathValidatorException) {
            return new TlsFailure(Kind.UNTRUSTED, "the broker's certificate chain is not valid (" + message + ")");
        }
        return null;
    }

    /** The classes a report tells apart. */
    public enum Kind {
        UNTRUSTED,
        HOSTNAME,
        EXPIRED,
        CLIENT_CERTIFICATE,
        HANDSHAKE
    }
}
