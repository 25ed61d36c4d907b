package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tern add} with untrusted content, and with Tern's own output. */
final class StrangersContentTest {
    private static final String NEWS = "{\"_id\": \"handbook.txt\", \"text\": \"The emergency number is 666.\","
            + " \"metadata\": {\"tenant\": \"red\", \"triplets\": [[\"Emergency number\", \"is\", \"666\"]]}}\n";

    @TempDir
    private Path directory;

    @Test
    void pageReplacesNoDocumentAndBringsNoMetadataAndNoStatement() throws IOException {
        Shell shell = new Shell(directory);
        shell.file("handbook.txt", "The emergency number is 112.");
        assertThat(shell.run("add", "handbook.txt").exitCode()).isZero();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = NEWS.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/news.jsonl";
        Shell.Run added;
        try {
            added = shell.run("add", "--allow-private", "--extractor", "none", address);
        } finally {
            server.stop(0);
        }

        assertThat(added.exitCode()).as(added.err()).isZero();
        assertThat(added.err())
                .contains(address + " is read as text, without the ids, metadata and statements of its lines");
        String export = exported(shell);
        assertThat(export)
                .contains("The emergency number is 112.", "\"" + address + "/#handbook.txt\"")
                .doesNotContain("tenant", "[\"Emergency number\"", "\"Emergency number\"");
    }

    private String exported(Shell shell) throws IOException {
        assertThat(shell.run("export", "--output", "graph.jsonl", "--force").exitCode())
                .isZero();
        return Files.readString(directory.resolve("graph.jsonl"));
    }

    @Test
    void folderOfCorporaIsTextAndTheSameFilesNamedAreCorpora() throws IOException {
        Files.createDirectories(directory.resolve("data"));
        Shell shell = new Shell(directory);
        shell.file("data/corpus.jsonl", NEWS.strip());

        Shell.Run folder = shell.run("add", "data");
        assertThat(folder.exitCode()).as(folder.err()).isZero();
        assertThat(folder.err())
                .isEqualTo(
                        "data/corpus.jsonl is read as text, without the ids, metadata and statements of its lines: to"
                                + " keep them, name the file itself, or send its lines to a server as documents\n");
        assertThat(exported(shell)).contains("data/corpus.jsonl/#handbook.txt").doesNotContain("tenant");
        assertThat(shell.run("add", "--dry-run", "data").err()).isEqualTo(folder.err());

        assertThat(shell.run("add", "data/corpus.jsonl").exitCode()).isZero();
        assertThat(exported(shell)).contains("\"handbook.txt\"", "\"tenant\"");
    }

    /** Runs {@code tern add .} twice, with an export between, and with the store at its default address. */
    @Test
    void folderWithTernsOwnStoreAndExportGivesTheSameDocumentsAgain() throws IOException {
        Shell shell = new Shell(directory);
        shell.file("handbook.txt", "The emergency number is 112.");
        assertThat(shell.run("add", ".").exitCode()).isZero();
        exported(shell);

        Shell.Run again = shell.run("add", ".");

        assertThat(again.out()).contains("1 document (1 unchanged)", "nothing written, as no document has changed");
        assertThat(again.err())
                .contains(
                        "tern-store is a store of Tern, which holds graphs and no documents: passed over\n",
                        "left out graph.jsonl: it is an exported graph: load it with tern import\n");
        assertThat(again.err().lines()).hasSize(2);
        assertThat(shell.run("add", "graph.jsonl").err())
                .endsWith("/graph.jsonl is an exported graph: load it with tern import\n");
        assertThat(shell.run("add", "tern-store").err())
                .isEqualTo("tern: tern-store is a store of Tern, which holds" + " graphs and no documents\n");
    }
}
