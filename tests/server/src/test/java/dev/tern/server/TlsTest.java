package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.server.settings.ServerSettings;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server behind a certificate from files. */
final class TlsTest {
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    private Path folder;

    /** Creates a key store with a self-signed certificate for this machine. */
    private KeyStore made() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "tern",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private Path pem(String name, String kind, byte[] bytes) throws Exception {
        String text = "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(bytes)
                + "\n-----END " + kind + "-----\n";
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    @Tag("slow")
    void answersByHttpsAloneAndTellsBrowsersToStayThere() throws Exception {
        KeyStore keys = made();
        ServerSettings.Certificate certificate = new ServerSettings.Certificate(
                pem("chain.pem", "CERTIFICATE", keys.getCertificate("tern").getEncoded()),
                pem("key.pem", "PRIVATE KEY", keys.getKey("tern", PASSWORD).getEncoded()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        known.setCertificateEntry("tern", keys.getCertificate("tern"));
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.certificate(certificate));
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            assertThat(server.address()).startsWith("https://127.0.0.1:");
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.address() + "/health/live"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).hasValue("max-age=31536000");
            assertThat(RawHttp.answer(server.server().port(), "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .doesNotContain("live");
        }
    }

    @Test
    void fileThatIsNoCertificateIsNamed() throws Exception {
        Path none = Files.writeString(folder.resolve("none.pem"), "no certificate");
        ServerSettings.Certificate certificate = new ServerSettings.Certificate(none, none);
        assertThatThrownBy(
                        () -> Running.over(new ScriptedBackend(null), folder, usual -> usual.certificate(certificate)))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("none.pem")
                .hasMessageContaining("cannot be read as PEM");
    }
}
