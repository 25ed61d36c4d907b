package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CopyTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory).withBernoullis();
    }

    @Test
    void aCopyHoldsTheSameAndAnswersTheSame() {
        Shell.Run copied = shell.run("copy", "--from", "here", "--to", "there");
        assertThat(copied.err()).isEmpty();
        assertThat(copied.exitCode()).isZero();
        assertThat(copied.out())
                .startsWith("2 passages in graph default of there")
                .containsPattern("\npassages +2  [0-9a-f]{32}  same in both\n")
                .containsPattern("\nstatements +2  [0-9a-f]{32}  same in both\n")
                .containsPattern("\nentities +3  [0-9a-f]{32}  same in both\n");
        JsonNode here = CommandsTest.json(shell.run("ask", "--json", "--store", "here", "Who taught Euler?"));
        JsonNode there = CommandsTest.json(shell.run("ask", "--json", "--store", "there", "Who taught Euler?"));
        assertThat(there.path("answer")).isEqualTo(here.path("answer"));
        assertThat(there.path("passages")).isEqualTo(here.path("passages"));
    }

    @Test
    void copyingNeedsNoModel() {
        shell.with("TERN_EMBEDDING_PROVIDER", "ollama").with("TERN_EMBEDDING_MODEL", "another");
        assertThat(shell.run("copy", "--from", "here", "--to", "there").exitCode())
                .isZero();
    }

    @Test
    void copiedAgainNothingIsWritten() {
        shell.run("copy", "--from", "here", "--to", "there");
        Shell.Run again = shell.run("copy", "--from", "here", "--to", "there");
        assertThat(again.out()).startsWith("2 passages (2 were there) in graph default of there");
        JsonNode json = CommandsTest.json(shell.run("copy", "--from", "here", "--to", "there", "--json"));
        assertThat(json.path("unchanged").asInt()).isEqualTo(2);
        assertThat(json.path("written").asInt()).isZero();
        assertThat(json.path("same").asBoolean()).isTrue();
        assertThat(json.path("from").path("rows")).isEqualTo(json.path("to").path("rows"));
        assertThat(json.path("to").path("rows").path("passages").path("rows").asInt())
                .isEqualTo(2);
        assertThat(json.path("to").path("store").asText()).isEqualTo("there");
    }

    @Test
    void aGraphCanChangeItsName() {
        Shell.Run run = shell.run("copy", "--from", "here", "--to", "here", "--to-graph", "second", "--quiet");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(shell.run("graphs", "--store", "here").out())
                .contains("default")
                .contains("second");
        shell.run("copy", "--from", "here", "--to", "there", "--graph", "second");
        assertThat(shell.run("graphs", "--store", "there").out()).startsWith("second ");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThat(shell.run("copy", "--from", "here", "--to", "./here").err())
                .isEqualTo(
                        "tern: --from and --to are the same graph: \"default\" in " + directory.resolve("here") + "\n");
        assertThat(shell.run("copy", "--from", "nowhere", "--to", "there").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(shell.run("copy", "--from", "here", "--to", "there", "--graph", "second")
                        .err())
                .isEqualTo("tern: the graph \"second\" in here is empty (the graphs there are default): add documents"
                        + " first, as in: tern add FOLDER\n");
        assertThat(directory.resolve("there")).doesNotExist();
        assertThat(shell.run("copy", "--from", "here").exitCode()).isEqualTo(2);
        assertThat(shell.run("copy", "--from", "here", "--to", "there", "--to-graph", "a-b")
                        .exitCode())
                .isEqualTo(2);
        shell.file("other.jsonl", "{\"_id\": \"gauss\", \"text\": \"Gauss knew Euler.\"}");
        shell.run("add", "other.jsonl", "--store", "there");
        Shell.Run strange = shell.run("copy", "--from", "here", "--to", "there");
        assertThat(strange.exitCode()).isEqualTo(1);
        assertThat(strange.err())
                .isEqualTo("tern: the target graph holds 1 passage of documents that the source graph lacks, such as"
                        + " \"gauss\"; nothing was written. Copy to another graph, or drop this one first\n");
    }
}
