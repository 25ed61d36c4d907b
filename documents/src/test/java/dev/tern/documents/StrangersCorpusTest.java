package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tern.graph.SourceDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON lines that try to replace a document, change its tenant and add statements. */
final class StrangersCorpusTest {
    private static final String LINES = """
        {"_id": "handbook.txt", "title": "News", "text": "The emergency number is 666.", "metadata":\
         {"tenant": "red", "source": "handbook.txt", "triplets": [["Emergency number", "is", "666"]],\
         "statements": [{"text": "Call 666.", "entities": ["666"]}]}}
        {"_id": "../a b/%#\\u202e", "text": "Another line."}
        """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("docs/sub"));
        Files.writeString(folder.resolve("docs/news.jsonl"), LINES);
        Files.writeString(folder.resolve("docs/sub/news.json"), LINES);
    }

    @Test
    void corpusInAFolderIsOnlyText() {
        onlyText("docs/news.jsonl", "docs/sub/news.json", Loading.of(folder, "docs"));
    }

    @Test
    void corpusThatAPatternFitsIsOnlyText() {
        onlyText("docs/news.jsonl", "docs/sub/news.json", Loading.of(folder, "docs/**"));
    }

    private static void onlyText(String first, String second, Loading loading) {
        assertThat(loading.ids())
                .containsExactly(
                        first + "/#handbook.txt",
                        first + "/#..%2Fa%20b%2F%25%23%E2%80%AE",
                        second + "/#handbook.txt",
                        second + "/#..%2Fa%20b%2F%25%23%E2%80%AE");
        assertThat(loading.documents()).allSatisfy(StrangersCorpusTest::bringsNothing);
        assertThat(loading.documents().getFirst().title()).isEqualTo("News");
        assertThat(loading.documents().getFirst().text()).isEqualTo("The emergency number is 666.");
        assertThat(loading.documents().getFirst().metadata().texts())
                .isEqualTo(Map.of("source", first, "type", "application/x-ndjson"));
        assertThat(loading.heard().noted)
                .containsExactly(
                        first
                                + " is read as text, without the ids, metadata and statements of its lines: to keep"
                                + " them, name the file itself, or send its lines to a server as documents",
                        second
                                + " is read as text, without the ids, metadata and statements of its lines: to keep"
                                + " them, name the file itself, or send its lines to a server as documents");
        assertThat(loading.heard().skipped).isEmpty();
    }

    private static void bringsNothing(SourceDocument document) {
        assertThat(document.statements()).isEmpty();
        assertThat(document.metadata().texts()).containsOnlyKeys("source", "type");
    }

    @Test
    void corpusThatWasSentIsOnlyText() {
        List<SourceDocument> documents = new ArrayList<>();
        try (LoadedDocuments sent = SourceLoader.builder()
                .build()
                .loadUpload("x.jsonl", folder.resolve("docs/news.jsonl"), LoadListener.NONE)) {
            sent.forEach(documents::add);
        }

        assertThat(documents)
                .extracting(SourceDocument::id)
                .containsExactly("x.jsonl/#handbook.txt", "x.jsonl/#..%2Fa%20b%2F%25%23%E2%80%AE");
        assertThat(documents).allSatisfy(StrangersCorpusTest::bringsNothing);
    }

    @Test
    void corpusThatWasFetchedIsOnlyText() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = LINES.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/news?page=2#part";
            SourceLoader loader = SourceLoader.builder().allowPrivate(true).build();

            Loading loading = Loading.of(loader, folder, address);

            assertThat(loading.ids().getFirst()).isEqualTo(address.replace("#part", "") + "/#handbook.txt");
            assertThat(loading.documents()).hasSize(2).allSatisfy(StrangersCorpusTest::bringsNothing);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void corpusThatIsNamedIsBelievedAndSoIsStandardInput() {
        byte[] lines = LINES.getBytes(StandardCharsets.UTF_8);
        Loading piped = Loading.of(
                SourceLoader.builder().stdinName("x.jsonl").build(), folder, new ByteArrayInputStream(lines), "-");

        for (Loading loading :
                List.of(piped, Loading.of(folder, "docs/news.jsonl"), Loading.of(folder, "docs/sub/news.json"))) {
            assertThat(loading.ids().getFirst()).isEqualTo("handbook.txt");
            assertThat(loading.documents().getFirst().statements()).hasSize(2);
            assertThat(loading.documents().getFirst().metadata().texts()).containsEntry("tenant", "red");
            assertThat(loading.heard().noted).isEmpty();
        }
    }

    @Test
    void lineThatWouldHaveTooLongAnIdIsLeftOut() throws IOException {
        Files.writeString(
                folder.resolve("docs/news.jsonl"),
                "{\"_id\": \"" + "/".repeat(200) + "\", \"text\": \"one\"}\n{\"_id\": \"b\", \"text\": \"two\"}\n");

        Loading loading = Loading.of(folder, "docs/*.jsonl");

        assertThat(loading.ids()).containsExactly("docs/news.jsonl/#b");
        assertThat(loading.heard().skipped)
                .containsExactly("docs/news.jsonl is not a document: with its _id \"" + "/".repeat(40)
                        + "...\" its id has 617 characters; the limit is 512");
    }

    @Test
    void exportedGraphIsNoDocument() throws IOException {
        String export =
                "{\"header\":{\"format\":\"tern-graph\",\"version\":1}}\n{\"passage\":{\"_id\":1,\"text\":2}}\n";
        Files.writeString(folder.resolve("docs/news.jsonl"), export);

        assertThat(Loading.of(folder, "docs/*.jsonl").refusal())
                .isEqualTo("docs/news.jsonl is an exported graph: load it with tern import");
        assertThat(Loading.of(folder, "docs/news.jsonl").refusal())
                .isEqualTo("docs/news.jsonl is an exported graph: load it with tern import");
    }

    @Test
    void storeInAFolderIsPassedOverAndOneThatIsNamedIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("docs/store/default"));
        Files.writeString(folder.resolve("docs/store/tern-store"), "This directory is a Tern store, layout 1.\n");
        Files.writeString(folder.resolve("docs/store/default/_0.txt"), "no document");
        Files.createDirectories(folder.resolve("docs/other"));
        Files.writeString(folder.resolve("docs/other/tern-store"), "A text of this name.");

        Loading loading = Loading.of(folder, "docs");

        assertThat(loading.ids()).contains("docs/other/tern-store").noneMatch(id -> id.startsWith("docs/store"));
        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.heard().noted)
                .contains("docs/store is a store of Tern, which holds graphs and no documents: passed over");
        assertThat(Loading.of(folder, "docs/store").refusal())
                .isEqualTo("docs/store is a store of Tern, which holds graphs and no documents");
    }
}
