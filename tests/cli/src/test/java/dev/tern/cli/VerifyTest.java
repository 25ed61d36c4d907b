package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.graph.Entity;
import dev.tern.store.GraphStore;
import dev.tern.store.RowKind;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.testing.RecordingStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerifyTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory).withBernoullis();
    }

    private void lose(String entity) {
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("here"), "default")) {
            RecordingStore.removeRows(
                    graph, RowKind.ENTITY, Entity.named(entity).id());
        }
    }

    @Test
    void aWholeGraphIsWhole() {
        Shell.Run run = shell.run("verify", "--store", "here");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("graph default of here: 2 passages, 2 statements, 3 entities checked in ")
                .endsWith("\nnothing is wrong\n");
        assertThat(shell.run("verify", "--store", "here", "--quiet").out()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamedAndMended() throws IOException {
        lose("euler");
        Shell.Run run = shell.run("verify", "--store", "here");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out())
                .endsWith("\n1 problem:\n  entity " + Entity.named("Euler").id()
                        + ", missing: an entity of \"Johann Bernoulli taught Euler\" in passage 0 of document \"euler\""
                        + " is not there\ntern reindex rebuilds statements and entities from the passages\n");
        JsonNode json = new ObjectMapper()
                .readTree(shell.run("verify", "--store", "here", "--json").out());
        assertThat(json.path("whole").asBoolean()).isFalse();
        assertThat(json.path("found").path("problems").get(0).path("flaw").asText())
                .isEqualTo("missing");
        assertThat(json.path("found").path("counts").path("missing").asInt()).isEqualTo(1);
        Shell.Run reindexed = shell.run("reindex", "--store", "here");
        assertThat(reindexed.err()).isEmpty();
        assertThat(reindexed.exitCode()).isZero();
        assertThat(reindexed.out())
                .startsWith("graph default of here: 2 passages written again, 0 rows removed, 1 text embedded in ");
        assertThat(shell.run("verify", "--store", "here").exitCode()).isZero();
        JsonNode again = new ObjectMapper()
                .readTree(shell.run("reindex", "--store", "here", "--json").out());
        assertThat(again.path("passages").asInt()).isEqualTo(2);
        assertThat(again.path("embeddedTexts").asInt()).isZero();
        assertThat(shell.run("reindex", "--store", "here", "--quiet").out()).isEmpty();
    }

    @Test
    void aFlippedBitIsToldByTheNameOfItsFileWhateverIsAsked() throws IOException {
        shell.run("add", "corpus.jsonl", "--store", "here", "--graph", "other");
        Path folder = directory.resolve("here").resolve("default");
        String damaged;
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(each -> each.toString().endsWith(".cfs"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("Euler was taught")] ^= 1;
            Files.write(file, bytes);
            damaged = file.getFileName().toString();
        }
        for (String command :
                List.of("verify", "reindex", "documents", "retrieve \"Who taught Euler?\"", "export --output -")) {
            Shell.Run run = shell.run(Shell.words(command + " --store here").toArray(String[]::new));
            assertThat(run.exitCode()).as(command).isEqualTo(1);
            assertThat(run.err())
                    .as(command)
                    .contains("the graph in " + folder + " is damaged: " + damaged
                            + " differs from the bytes written. Restore it from a backup, or drop it and add its"
                            + " documents again");
        }
        assertThat(shell.run("verify", "--store", "here", "--graph", "other").exitCode())
                .isZero();
        assertThat(shell.run("drop", "default", "--yes", "--store", "here").exitCode())
                .as("the way out")
                .isZero();
    }

    @Test
    void settingsOfAChatModelAreNotLookedAt() {
        lose("euler");
        shell.with("TERN_CHAT_PROVIDER", "openai").with("TERN_CHAT_API_KEY", "a b");
        assertThat(shell.run("ask", "--store", "here", "Who?").err()).contains("the API key has a space");
        Shell.Run run = shell.run("reindex", "--store", "here");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(", 1 text embedded in ");
    }

    @Test
    void theModelOfAnotherProviderCannotMend() {
        lose("euler");
        shell.with("TERN_EMBEDDING_PROVIDER", "ollama");
        Shell.Run run = shell.run("reindex", "--store", "here", "--embedding-model", "another");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("cannot be used with \"another\"");
    }

    @Test
    void whatIsNotThereCannotBeVerified() {
        assertThat(shell.run("verify", "--store", "nowhere").err()).startsWith("tern: there is no store at nowhere");
        assertThat(shell.run("verify", "--store", "here", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
    }
}
