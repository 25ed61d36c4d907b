package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A test's certificate authority and its certificate of a server at {@code localhost}, as PEM
 * files, valid for a day. Made by the JDK's keytool, in about a second.
 *
 * @param authority the file that a client trusts
 * @param serverChain the server's certificate and the authority's
 * @param serverKey the server's private key
 */
public record TestCertificates(Path authority, Path serverChain, Path serverKey) {
    private static final String STORE = "keys.p12";
    private static final String PASSWORD = "only-for-this-test";

    /** Creates new ones in a folder. */
    public static TestCertificates in(Path folder) {
        try {
            Path store = folder.resolve(STORE);
            keytool(store, "-alias", "authority", "-dname", "CN=Test authority", "-ext", "bc:c");
            keytool(
                    store,
                    "-alias",
                    "server",
                    "-dname",
                    "CN=localhost",
                    "-signer",
                    "authority",
                    "-ext",
                    "san=dns:localhost,ip:127.0.0.1");
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            Key key = keys.getKey("server", PASSWORD.toCharArray());
            return new TestCertificates(
                    Files.writeString(folder.resolve("authority.pem"), certificates(keys.getCertificate("authority"))),
                    Files.writeString(folder.resolve("server.pem"), certificates(keys.getCertificateChain("server"))),
                    Files.writeString(folder.resolve("server.key"), pem("PRIVATE KEY", key.getEncoded())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("No certificates could be made in " + folder, e);
        }
    }

    /** Returns the TLS context of a server in this process with the server's key. */
    public SSLContext ofServer() {
        try (InputStream in = Files.newInputStream(authority.resolveSibling(STORE))) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            keys.deleteEntry("authority");
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The keys beside " + authority + " cannot be used", e);
        }
    }

    private static void keytool(Path store, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(Arrays.asList(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("keytool ended with " + process.exitValue() + ", saying: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while keytool runs", e);
        }
    }

    private static String certificates(Certificate... chain) throws GeneralSecurityException {
        StringBuilder text = new StringBuilder();
        for (Certificate certificate : chain) {
            text.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        return text.toString();
    }

    private static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + label
                + "-----\n";
    }
}
