package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several graphs in one store: which there are, and how one goes. */
final class GraphsTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void twoGraphs() {
        shell = new Shell(directory);
        shell.file(
                "corpus.jsonl",
                "{\"_id\": \"euler\", \"text\": \"Euler was taught by Johann Bernoulli.\","
                        + " \"metadata\": {\"triplets\": [[\"Johann Bernoulli\", \"taught\", \"Euler\"]]}}");
        shell.run("add", "corpus.jsonl", "--graph", "two");
        shell.run("add", "corpus.jsonl", "--graph", "one");
    }

    @Test
    void theGraphsOfAStoreAreListed() {
        Shell.Run listed = shell.run("graphs");
        assertThat(listed.exitCode()).isZero();
        assertThat(listed.out())
                .startsWith("one  all-MiniLM-L6-v2-q, 64 dimensions, 1 document, 1 passage, 2 entities, 1 relation\n");
        assertThat(shell.run("graphs", "--no-counts").out())
                .isEqualTo("one  all-MiniLM-L6-v2-q, 64 dimensions\ntwo  all-MiniLM-L6-v2-q, 64 dimensions\n");
        JsonNode graphs = CommandsTest.json(shell.run("graphs", "--json", "--no-counts"));
        assertThat(graphs.path("store").asText()).isEqualTo("./tern-store");
        assertThat(graphs.path("graphs")).hasSize(2);
        assertThat(graphs.path("graphs").path(0).toString())
                .isEqualTo(
                        "{\"name\":\"one\",\"embeddingModel\":\"all-MiniLM-L6-v2-q\",\"dimension\":64,\"hidden\":[]}");
        JsonNode counted = CommandsTest.json(shell.run("graphs", "--json")).path("graphs");
        assertThat(counted.path(1).path("entities").asInt()).isEqualTo(2);
    }

    @Test
    void aGraphThatCannotBeReadDoesNotHideTheOthers() throws IOException {
        try (var files = Files.list(directory.resolve("tern-store/one"))) {
            Path segment = files.filter(file -> file.toString().endsWith(".si"))
                    .findFirst()
                    .orElseThrow();
            Files.write(segment, new byte[] {1, 2, 3});
        }
        assertThat(shell.run("graphs").out())
                .containsPattern("one  .*tern-store/one.*\n")
                .contains("two  all-MiniLM-L6-v2-q");
        JsonNode graphs = CommandsTest.json(shell.run("graphs", "--json")).path("graphs");
        assertThat(graphs.path(0).path("problem").asText()).contains("tern-store/one");
        assertThat(shell.run("drop", "one").err()).contains("holds unreadable content (");
        assertThat(shell.run("drop", "one", "--yes").exitCode()).isZero();
    }

    @Test
    void aStoreThatIsNotThereHasNoGraphsToList() {
        assertThat(shell.run("graphs", "--store", "nowhere").err()).startsWith("tern: there is no store at nowhere: ");
    }

    @Test
    void droppingTakesAYes() {
        Shell.Run asked = shell.run("drop", "two");
        assertThat(asked.exitCode()).isEqualTo(1);
        assertThat(asked.out()).isEmpty();
        assertThat(asked.err())
                .isEqualTo("tern: nothing was dropped: the graph \"two\" in ./tern-store holds 1 document, 1 passage,"
                        + " 2 entities and 1 relation. Run the command again with --yes to delete it\n");
        assertThat(shell.run("drop", "two", "--json").err()).startsWith("{\"error\":{\"kind\":\"user\"");
        assertThat(shell.run("graphs", "two").exitCode()).isZero();
        Shell.Run dropped = shell.run("drop", "two", "--yes");
        assertThat(dropped.exitCode()).isZero();
        assertThat(dropped.out()).isEqualTo("dropped graph two of ./tern-store\n");
        assertThat(shell.run("graphs").out()).startsWith("one").hasLineCount(1);
        assertThat(CommandsTest.json(shell.run("drop", "one", "--yes", "--json"))
                        .toString())
                .isEqualTo("{\"store\":\"./tern-store\",\"graph\":\"one\",\"dropped\":true}");
        Shell.Run none = shell.run("graphs");
        assertThat(none.exitCode()).isZero();
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).isEqualTo("there are no graphs in ./tern-store\n");
    }

    @Test
    void whatIsNotThereIsNotDropped() {
        Shell.Run run = shell.run("drop", "three", "--yes");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("tern: there is no graph \"three\" in ./tern-store; the graphs there are one, two\n");
        assertThat(shell.run("drop", "../one", "--yes").exitCode()).isEqualTo(2);
        assertThat(shell.run("drop", "--yes").exitCode()).isEqualTo(2);
        assertThat(shell.run("drop", "one", "--yes", "--store", "nowhere").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(shell.run("graphs").out()).hasLineCount(2);
        assertThat(shell.run("graphs", "one").out()).startsWith("one").hasLineCount(1);
        assertThat(shell.run("graphs", "three").err()).isEqualTo(run.err());
    }

    @Test
    void theOnlyGraphIsTakenWhereNoneIsNamed() {
        assertThat(shell.run("verify").err()).contains("(the graphs there are one, two)");
        shell.run("drop", "two", "--yes");

        assertThat(shell.run("verify").out()).startsWith("graph one of ./tern-store: ");
        assertThat(shell.run("documents").out()).startsWith("euler  1 passage, ");
        assertThat(shell.run("edit", "list").out()).isEqualTo("no edit\n");
        assertThat(shell.run("retrieve", "Who taught Euler?").exitCode()).isZero();
        assertThat(shell.run("documents", "--graph", "default").err()).startsWith("tern: the graph \"default\"");
        // An addition creates the default graph all the same.
        shell.run("add", "corpus.jsonl");
        assertThat(shell.run("graphs", "--no-counts").out()).startsWith("default");
    }

    @Test
    void documentsAreListedByTheIdsThatRemovalTakes() throws IOException {
        Files.createDirectories(directory.resolve("more"));
        shell.file("more/b.md", "# Ferries", "", "Emil kept the ferry.");
        shell.file("more/c.md", "# Bridges", "", "Lena built the bridge.");
        shell.run("add", "more", "--graph", "one");

        assertThat(shell.run("documents", "--graph", "one").out())
                .hasLineCount(3)
                .startsWith("euler  1 passage, 37 characters\nmore/b.md  Ferries, 1 passage, ");
        assertThat(shell.run("documents", "BRIDGE", "--graph", "one").out())
                .startsWith("more/c.md  Bridges, 1 passage, ")
                .hasLineCount(1);
        Shell.Run first = shell.run("documents", "--graph", "one", "--limit", "2");
        assertThat(first.out()).hasLineCount(2);
        assertThat(first.err())
                .isEqualTo("there are more: --after \"more/b.md\" goes on, --limit lists more at once\n");
        JsonNode rest = CommandsTest.json(shell.run("documents", "--graph", "one", "--after", "more/b.md", "--json"));
        assertThat(rest.path("documents").path(0).path("id").asText()).isEqualTo("more/c.md");
        assertThat(rest.path("more").asBoolean()).isFalse();
        assertThat(shell.run("documents", "nothing", "--graph", "one").err())
                .isEqualTo("graph one has no document with \"nothing\" in its id or title\n");
        assertThat(shell.run("documents", "--graph", "one", "--after", "more/c.md")
                        .err())
                .isEqualTo("graph one has no document after \"more/c.md\"\n");
        assertThat(shell.run("documents", "--limit", "0").err())
                .startsWith("tern: --limit is 0; it must be from 1 to 1,000,000");
        assertThat(shell.run("remove", "more/c.md", "--graph", "one").exitCode())
                .isZero();
    }

    @Test
    void aMisspeltGraphIsNotAnEmptyOne() {
        for (String command : List.of(
                "ask Who?",
                "retrieve Who?",
                "documents",
                "profile",
                "verify",
                "reindex",
                "export",
                "edit trust",
                "themes",
                "sync --list",
                "edit list",
                "remove euler")) {
            Shell.Run run = shell.run((command + " --graph tow").split(" "));
            assertThat(run.exitCode()).as(command).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .as(command)
                    .isEqualTo("tern: the graph \"tow\" in ./tern-store is empty (the graphs there are one, two): add"
                            + " documents first, as in: tern add FOLDER\n");
        }
    }
}
