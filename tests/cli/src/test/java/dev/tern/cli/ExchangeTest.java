package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExchangeTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory).withBernoullis();
    }

    @Test
    void aBackupIsRestoredIntoAnotherStoreWithoutAModel() {
        Shell.Run backup = shell.run("export", "--vectors", "--output", "all.gz", "--store", "here");
        assertThat(backup.err()).isEmpty();
        assertThat(backup.out()).startsWith("2 passages with 2 statements of graph default in all.gz in ");
        shell.with("TERN_EMBEDDING_PROVIDER", "ollama").with("TERN_EMBEDDING_MODEL", "another");
        Shell.Run restored = shell.run("import", "all.gz", "--store", "there");
        assertThat(restored.err()).isEmpty();
        assertThat(restored.out())
                .startsWith("2 passages in graph default of there")
                .contains("the checksums of graph and file are equal");
        Shell.Run again = shell.run("import", "all.gz", "--store", "there");
        assertThat(again.out()).startsWith("2 passages (2 were there) in graph default of there");
        JsonNode copy = CommandsTest.json(shell.run("copy", "--from", "here", "--to", "there", "--json"));
        assertThat(copy.path("unchanged").asInt()).isEqualTo(2);
    }

    @Test
    void everyFormatIsWritten() throws IOException {
        for (String format : new String[] {"jsonl", "graphml"}) {
            Shell.Run run = shell.run("export", "--format", format, "--store", "here");
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        }
        assertThat(directory.resolve("default.jsonl")).content().startsWith("{\"header\":");
        assertThat(directory.resolve("default.graphml")).content().startsWith("<?xml");
        JsonNode json =
                CommandsTest.json(shell.run("export", "--store", "here", "--vectors", "--output", "v.jsonl", "--json"));
        assertThat(json.path("format").asText()).isEqualTo("jsonl");
        assertThat(json.path("vectors").asBoolean()).isTrue();
        assertThat(json.path("passages").asInt()).isEqualTo(2);
    }

    @Test
    void anExportCanGoToStandardOutput() {
        Shell.Run run = shell.run("export", "--store", "here", "--output", "-");
        assertThat(run.out().lines()).hasSize(4);
        assertThat(run.out()).startsWith("{\"header\":");
        assertThat(shell.run("export", "--store", "here", "--output", "-", "--json")
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        shell.run("export", "--vectors", "--output", "all.gz", "--store", "here");
        assertThat(shell.run("export", "--vectors", "--output", "all.gz", "--store", "here")
                        .err())
                .isEqualTo(
                        "tern: " + directory.resolve("all.gz") + " exists already; it is replaced only with --force\n");
        assertThat(shell.run("export", "--vectors", "--output", "all.gz", "--store", "here", "--force")
                        .exitCode())
                .isZero();
        assertThat(shell.run("export", "--format", "xml", "--store", "here").err())
                .isEqualTo("tern: there is no format \"xml\"; the formats are jsonl and graphml\n");
        assertThat(shell.run("export", "--format", "graphml", "--vectors", "--store", "here")
                        .err())
                .isEqualTo("tern: vectors can be exported as jsonl, not as graphml\n");
        assertThat(shell.run("export", "--store", "here", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
        assertThat(shell.run("export", "--store", "nowhere").err()).startsWith("tern: there is no store at nowhere");
        assertThat(shell.run("export", "--store", "here", "--output", "no/folder")
                        .err())
                .isEqualTo("tern: there is no folder " + directory.resolve("no") + " to write "
                        + directory.resolve("no/folder") + " to\n");
        assertThat(shell.run("import", "nothing", "--store", "there").err())
                .isEqualTo("tern: there is no file " + directory.resolve("nothing") + "\n");
        assertThat(shell.run("import", "corpus.jsonl", "--store", "there").err())
                .endsWith("is not an exported graph: its first line is not a header (documents are added with tern"
                        + " add)\n");
        assertThat(directory.resolve("there")).doesNotExist();
    }
}
