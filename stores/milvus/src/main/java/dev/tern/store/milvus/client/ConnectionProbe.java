package dev.tern.store.milvus.client;

import dev.tern.error.TernException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Diagnoses a failed connection by opening a socket to the server, because Milvus's client reports
 * nothing but a timeout for any cause.
 */
final class ConnectionProbe {
    /** The timeout of connecting and of each read, in milliseconds; independent of the settings. */
    private static final int MILLIS = 2_000;

    private final ConnectionSettings settings;

    ConnectionProbe(ConnectionSettings settings) {
        this.settings = settings;
    }

    /** Returns an exception that names the cause and a remedy; empty if no cause was found. */
    Optional<TernException> trouble() {
        MilvusAddress address = settings.address();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()), MILLIS);
            socket.setSoTimeout(MILLIS);
            return Optional.ofNullable(address.secure() ? troubleWithTls(socket) : troubleWithoutTls(socket));
        } catch (UnknownHostException e) {
            return Optional.of(TernException.operator("there is no host named " + address.host(), e));
        } catch (ConnectException e) {
            return Optional.of(TernException.store(
                    "cannot reach Milvus at " + address + " within "
                            + settings.connectTimeout().toMillis()
                            + " ms: nothing listens there; is the server running, and is the port right?",
                    e));
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private @Nullable TernException troubleWithTls(Socket socket) throws IOException, GeneralSecurityException {
        try {
            shakeHands(socket);
            return null;
        } catch (SSLException e) {
            String authority = settings.caFile()
                    .map(file -> "no certificate in " + file)
                    .orElse("no trusted authority; set the certificate file of its authority");
            return isAboutCertificate(e)
                    ? TernException.operator(
                            "the certificate of Milvus at " + settings.address()
                                    + " is not trusted: it is for another host, out of date, or signed by " + authority,
                            e)
                    : TernException.operator("Milvus at " + settings.address() + " does not speak TLS: use http", e);
        }
    }

    private @Nullable TernException troubleWithoutTls(Socket socket) throws IOException, GeneralSecurityException {
        TernException speaks =
                TernException.operator("Milvus at " + settings.address() + " speaks TLS: use https instead of http");
        try {
            shakeHands(socket);
            return speaks;
        } catch (SSLException e) {
            return isAboutCertificate(e) ? speaks : null;
        }
    }

    private void shakeHands(Socket socket) throws IOException, GeneralSecurityException {
        SSLContext context = TrustedCertificates.context(settings.caFile());
        MilvusAddress address = settings.address();
        try (SSLSocket secured =
                (SSLSocket) context.getSocketFactory().createSocket(socket, address.host(), address.port(), true)) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
            secured.startHandshake();
        }
    }

    private static boolean isAboutCertificate(SSLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
