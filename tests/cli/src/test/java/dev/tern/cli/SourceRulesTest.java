package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tern edit trust}, and its effect on the output of other commands. */
final class SourceRulesTest {
    private static final String QUESTION = "Who built the Vale bridge?";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory);
        shell.file(
                "corpus.jsonl",
                "{\"_id\": \"vale\", \"title\": \"Vale\", \"text\": \"Lena Marr built the Vale bridge.\"}",
                "{\"_id\": \"evil\", \"title\": \"Vale\", \"text\": \"Falk Oro built the Vale bridge.\", \"metadata\":"
                        + " {\"source\": \"https://evil.example/vale\"}}");
        run("add", "corpus.jsonl");
    }

    private Shell.Run run(String... words) {
        String[] all = Stream.concat(Arrays.stream(words), Stream.of("--store", "here"))
                .toArray(String[]::new);
        return shell.run(all);
    }

    private static JsonNode json(Shell.Run run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void aSourceIsInNoAnswerUntilItIsTrusted() {
        assertThat(run("edit", "trust").out()).isEqualTo("all sources are trusted alike\n");
        Shell.Run put = run("edit", "trust", "https://evil.example/*=0", "notes.txt=0.5:2", "--why", "seen");
        assertThat(put.exitCode()).as(put.err()).isZero();
        assertThat(put.out()).isEqualTo("2 rules of trust\n  notes.txt=0.5:2\n  https://evil.example/*=0\n");
        assertThat(run("edit", "trust").out()).isEqualTo(put.out());
        assertThat(run("edit", "trust", "--json").out())
                .isEqualToIgnoringWhitespace("{\"rules\": [\"notes.txt=0.5:2\", \"https://evil.example/*=0\"]}");

        assertThat(run("retrieve", QUESTION).out()).contains("Lena").doesNotContain("Falk");
        assertThat(run("retrieve", QUESTION, "--include-hidden").out())
                .contains("Lena", "Falk", "from https://evil.example/vale");

        Shell.Run released = run("edit", "trust", "https://evil.example/*=1");
        assertThat(released.exitCode()).as(released.err()).isZero();
        assertThat(released.out()).isEqualTo("2 rules of trust\n  notes.txt=0.5:2\n  https://evil.example/*=1\n");
        assertThat(run("retrieve", QUESTION).out()).contains("Lena", "Falk");
        assertThat(run("edit", "trust", "notes.txt=1", "--quiet").out()).isEmpty();
    }

    @Test
    void aRuleIsAnEditThatIsTakenBack() throws IOException {
        run("edit", "trust", "https://evil.example/*=0");
        run("edit", "trust", "https://evil.example/*=0.5");
        assertThat(run("edit", "list").out())
                .contains("trust  https://evil.example/*=0\n", "trust  https://evil.example/*=0.5\n");
        JsonNode conflicts = json(run("edit", "list", "--conflicts", "--json"));
        assertThat(conflicts.path("edits")).hasSize(1);
        assertThat(conflicts.at("/edits/0/content/trust").asDouble()).isZero();
        String later = json(run("edit", "list", "--json")).at("/edits/1/id").asText();
        run("edit", "undo", later);
        assertThat(run("edit", "trust").out()).isEqualTo("1 rule of trust\n  https://evil.example/*=0\n");
    }

    @Test
    void whatIsMistakenIsToldAndChangesNothing() {
        assertThat(run("edit", "trust", "a=0", "a=1").err())
                .startsWith("tern: there are two rules of trust about \"a\"");
        assertThat(run("edit", "trust", " =0").err()).startsWith("tern: a source is blank");
        assertThat(run("edit", "trust", "a\nb=0").err()).startsWith("tern: the source \"a?b\" has a control character");
        assertThat(run("edit", "trust", "a=2").err())
                .startsWith("tern: the trust of \"a\" is 2; it must be between 0 and 1");
        Shell.Run many = run(Stream.concat(
                        Stream.of("edit", "trust"), IntStream.range(0, 1_001).mapToObj(i -> "source " + i + "=0"))
                .toArray(String[]::new));
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.err())
                .startsWith("tern: there are 1001 rules of trust; the limit is 1000: name several sources by a common"
                        + " prefix");
        assertThat(run("edit", "trust").out()).isEqualTo("all sources are trusted alike\n");

        assertThat(run("edit", "trust", "x=0", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
        assertThat(shell.run("edit", "trust", "--store", "nowhere").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void listAndVerifySayWhatIsHiddenAndStillCountIt() throws IOException {
        assertThat(run("graphs").out()).doesNotContain("hidden");
        run("edit", "trust", "https://evil.example/*=0", "turn\u202eed=0");
        String said = "hidden: 2 sources, https://evil.example/*, turned\n";
        assertThat(run("graphs").out()).contains(", 2 documents, ").endsWith("  " + said);
        assertThat(run("verify").out()).contains("graph default of here: 2 passages", "\n" + said + "nothing is wrong");
        JsonNode listed = json(run("graphs", "--json")).path("graphs").path(0);
        for (JsonNode found : List.of(listed, json(run("verify", "--json")))) {
            assertThat(found.path("hidden"))
                    .map(JsonNode::asText)
                    .containsExactly("https://evil.example/*", "turn\u202eed");
        }
        run(Stream.concat(Stream.of("edit", "trust"), IntStream.range(100, 150).mapToObj(i -> "source " + i + "=0"))
                .toArray(String[]::new));
        assertThat(run("graphs").out())
                .contains("hidden: 52 sources, https://evil.example/*, source 100, ")
                .endsWith("source 118 and 32 more\n");
    }
}
