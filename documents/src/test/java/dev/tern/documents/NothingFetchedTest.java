package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** References in documents are not fetched: by configuration, and by the process's guards. */
@Tag("slow")
final class NothingFetchedTest {
    private static final String SECRET = "the secret of this machine";

    @TempDir
    private Path folder;

    /** A server that must not be called listens; every document references it in every way. */
    @Test
    void nothingThatADocumentNamesIsFetched() throws IOException {
        try (ServerSocket never = listening()) {
            NamingFiles.write(folder, address(never));

            Loading loading = Loading.of(folder, ".");

            assertThat(loading.idsIn(folder)).contains("page.html", "form.pdf", "included.docx");
            assertThat(loading.documents().size() + loading.heard().skipped.size())
                    .isEqualTo(12);
            assertThat(calls(never)).isFalse();
        }
    }

    /** Repeats the test in this process, whose sockets work. */
    @Test
    void parsersFetchNothingThoughTheyCould() throws IOException {
        try (ServerSocket never = listening()) {
            NamingFiles.write(folder, address(never));

            assertThat(parsedHere().toString()).contains("A page.", "A form.");

            assertThat(calls(never)).isFalse();
            try (Socket control = new Socket(never.getInetAddress(), never.getLocalPort())) {
                assertThat(control.isConnected()).isTrue();
                assertThat(calls(never)).isTrue();
            }
        }
    }

    /** Returns the text of each file, parsed without the process and its guards. */
    private List<String> parsedHere() throws IOException {
        FormatParser parser = new FormatParser(LoadLimits.DEFAULTS, false, new ScanReader(OcrSettings.NONE, () -> {}));
        ContentType types = new ContentType();
        List<String> said = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                byte[] beginning;
                try (InputStream in = Files.newInputStream(file)) {
                    beginning = in.readNBytes(TextEncoding.BEGINNING);
                }
                try {
                    said.add(parser.parse(file, name, types.detect(beginning, name, ""), "")
                            .text());
                } catch (UnreadableException e) {
                    said.add(name + " " + e.reason());
                }
            }
        }
        assertThat(said).isNotEmpty();
        return said;
    }

    private static ServerSocket listening() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static String address(ServerSocket server) {
        return "http://127.0.0.1:" + server.getLocalPort() + "/x";
    }

    /** Returns whether a client has queued: the files have been read. */
    private static boolean calls(ServerSocket server) throws IOException {
        server.setSoTimeout(1);
        try {
            server.accept().close();
            return true;
        } catch (SocketTimeoutException nobody) {
            return false;
        }
    }

    /** A careless parser in a process with the guards alone. */
    @Test
    void processOpensNoConnectionThoughItsParserWould() throws IOException, InterruptedException {
        try (ServerSocket never = listening()) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            ParserProcess.NO_HOST_LOOKUPS,
                            "-cp",
                            System.getProperty("java.class.path"),
                            GuardedProcess.class.getName(),
                            address(never),
                            InetAddress.getLocalHost().getHostName())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).isZero();
            assertThat(said.lines())
                    .containsExactly(
                            "address: the parser process opens no connection",
                            "entity: the parser process opens no connection",
                            "socket: the parser process opens no connection",
                            "name: unknown");
            assertThat(calls(never)).isFalse();
        }
    }

    /** Entities, inclusions and links to a local file, whose content would end in a document. */
    @Test
    void noFileThatADocumentNamesIsRead(@TempDir Path elsewhere) throws Exception {
        Path secret = Files.writeString(elsewhere.resolve("secret.txt"), SECRET);
        NamingFiles.write(folder, secret.toUri().toString());

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.documents().size() + loading.heard().skipped.size()).isEqualTo(12);
        assertThat(loading.documents())
                .noneMatch(document -> document.toString().contains(SECRET));
        assertThat(loading.heard().skipped).noneMatch(reason -> reason.contains(SECRET));
        assertThat(parsedHere()).noneMatch(text -> text.contains(SECRET));
        assertThat(carelesslyParsed(Files.readString(folder.resolve("a.xml"))))
                .as("a parser that is told nothing")
                .contains(SECRET);
    }

    private static String carelesslyParsed(String xml) throws Exception {
        String internal =
                xml.replaceAll("<!DOCTYPE a SYSTEM '[^']*' ", "<!DOCTYPE a ").replaceAll("<!ENTITY % p[^>]*> %p;", "");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(internal)))
                .getDocumentElement()
                .getTextContent();
    }
}
