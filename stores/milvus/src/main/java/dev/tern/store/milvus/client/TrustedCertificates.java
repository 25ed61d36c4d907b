package dev.tern.store.milvus.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Creates TLS contexts for trusted certificates. */
public final class TrustedCertificates {
    private TrustedCertificates() {}

    /**
     * Returns a TLS context that trusts the certificates of a file, or the platform's.
     *
     * @param file certificates in PEM; none for the platform's
     * @throws IOException if the file cannot be read
     * @throws GeneralSecurityException if it holds anything but certificates
     */
    public static SSLContext context(Optional<Path> file) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(file.isPresent() ? certificates(file.get()) : null);
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore certificates(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry(String.valueOf(store.size()), certificate);
            }
        }
        return store;
    }
}
