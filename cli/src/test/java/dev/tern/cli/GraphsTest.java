package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                .isEqualTo("one  all-MiniLM-L6-v2-q, 64 dimensions\ntwo  all-MiniLM-L6-v2-q, 64 dimensions\n");
        assertThat(shell.run("graphs", "--counts").out())
                .startsWith("one  all-MiniLM-L6-v2-q, 64 dimensions, 1 document, 1 passage, 2 entities, 1 relation\n");
        JsonNode graphs = CommandsTest.json(shell.run("graphs", "--json"));
        assertThat(graphs.path("store").asText()).isEqualTo("./tern-store");
        assertThat(graphs.path("graphs")).hasSize(2);
        assertThat(graphs.path("graphs").path(0).toString())
                .isEqualTo("{\"name\":\"one\",\"embeddingModel\":\"all-MiniLM-L6-v2-q\",\"dimension\":64}");
        JsonNode counted =
                CommandsTest.json(shell.run("graphs", "--json", "--counts")).path("graphs");
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
        assertThat(shell.run("drop", "one").err()).contains("holds what cannot be read (");
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
                        + " 2 entities and 1 relation. To remove it for good, say the same with --yes\n");
        assertThat(shell.run("drop", "two", "--json").err()).startsWith("{\"error\":{\"kind\":\"user\"");
        assertThat(shell.run("stats", "--graph", "two").exitCode()).isZero();
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
    }

    @Test
    void aMisspeltGraphIsNotAnEmptyOne() {
        for (String[] command : new String[][] {{"stats"}, {"ask", "Who?"}, {"retrieve", "Who?"}}) {
            String[] words = new String[command.length + 2];
            System.arraycopy(command, 0, words, 0, command.length);
            words[command.length] = "--graph";
            words[command.length + 1] = "tow";
            Shell.Run run = shell.run(words);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .isEqualTo("tern: the graph \"tow\" in ./tern-store is empty (the graphs there are one, two): add"
                            + " documents first, as in: tern add corpus.jsonl\n");
        }
    }
}
