package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of aliases: {@code tern edit merge}, {@code suggest} and {@code check}. */
final class AliasesTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory);
        shell.file(
                "corpus.jsonl",
                "{\"_id\": \"pen\", \"title\": \"\", \"text\": \"Mark Twain wrote about the river.\"}",
                "{\"_id\": \"boat\", \"title\": \"\", \"text\": \"Samuel Clemens steered the Paul Jones.\"}",
                "{\"_id\": \"wife\", \"title\": \"\", \"text\": \"Olivia Langdon married Samuel Clemens in Elmira.\"}");
        run("add", "corpus.jsonl");
    }

    private Shell.Run run(String... words) {
        return shell.run(Stream.concat(Arrays.stream(words), Stream.of("--store", "here"))
                .toArray(String[]::new));
    }

    private static JsonNode json(Shell.Run run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void aMergeIsSaidOnceInWhateverOrderAndTakenBack() throws IOException {
        Shell.Run merged = run("edit", "merge", "Mark Twain", "Samuel Clemens", "--why", "a pen name");
        assertThat(merged.exitCode()).as(merged.err()).isZero();
        assertThat(merged.out()).matches("[0-9a-f]{12}  merge  \"Mark Twain\" = \"Samuel Clemens\"\n");
        assertThat(run("edit", "merge", "Samuel Clemens", "Mark Twain").out()).startsWith("said before  ");
        String id = json(run("edit", "list", "--json"))
                .path("edits")
                .path(0)
                .path("id")
                .asText();
        assertThat(json(run("edit", "undo", id, "--json"))
                        .path("undone")
                        .path("by")
                        .asText())
                .isNotBlank();
    }

    @Test
    void suggestionsAreShownWithTheirEvidenceAndMergedOnlyIfAskedFor() throws IOException {
        assertThat(run("edit", "suggest").out()).startsWith("no names that are probably one thing\n");
        shell.file(
                "more.jsonl",
                "{\"_id\": \"doc\", \"title\": \"\", \"text\": \"Dr. Orion Clemens met Mary Fairbanks in"
                        + " Keokuk. Then Orion Clemens printed a paper with Henry Fonda in Hannibal.\"}");
        run("add", "more.jsonl");
        String evidence = "      \"Orion Clemens\": the same without a title of address; similarity";
        assertThat(run("edit", "suggest").out())
                .startsWith("1 suggestion; merge one with tern edit merge, or all with --merge\n")
                .contains("  Dr. Orion Clemens = Orion Clemens\n", evidence, "; 1 passage has both\n");
        assertThat(run("edit", "list").out()).isEqualTo("no edit\n");
        assertThat(json(run("edit", "suggest", "--json")).path("likely")).hasSize(1);
        assertThat(run("edit", "suggest", "--merge").out()).startsWith("1 suggestion merged\n");
        assertThat(run("edit", "list").out())
                .contains(
                        "\"Dr. Orion Clemens\" = \"Orion Clemens\"",
                        ": suggested: the same without a title of address\n");
        assertThat(run("edit", "suggest").out()).startsWith("no names that are probably one thing\n");
        assertThat(run("edit", "check").out()).isEqualTo("nothing speaks against 1 merge\n");
        String id = json(run("edit", "list", "--json"))
                .path("edits")
                .path(0)
                .path("id")
                .asText();
        run("edit", "undo", id);
        assertThat(run("edit", "suggest").out()).startsWith("no names that are probably one thing\n");
        assertThat(run("edit", "suggest", "--limit", "0").err())
                .startsWith("tern: the limit of suggestions is 0; it must be 1 to 1000");
    }

    @Test
    void whatIsMistakenIsToldAndChangesNothing() {
        assertThat(run("edit", "merge", "Mark Twain", "MARK  TWAIN").err())
                .startsWith("tern: there are 1 different names: [Mark Twain]; a merge joins 2 to 32");
        assertThat(shell.run("edit", "list", "--store", "nowhere").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(run("edit", "list").out()).isEqualTo("no edit\n");
    }

    @Test
    void aNameThatTheGraphHasNotIsToldAndWhatIsMergedWithAMergedNameIsOneThing() {
        assertThat(run("edit", "merge", "Mark Twain", "Mark").err())
                .isEqualTo("warning: the graph has neither an entity nor a title \"Mark\": the edit applies to "
                        + "questions and later additions\n");
        assertThat(run("edit", "merge", "Samuel Clemens", "Mark").out())
                .endsWith("  merge  \"Samuel Clemens\" = \"Mark Twain\" = \"Mark\"\n");
        assertThat(run("ask", "Who steered the Paul Jones?", "--mode", "local", "--json")
                        .out())
                .contains("Samuel Clemens");
    }
}
