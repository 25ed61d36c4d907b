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

/** {@code tern edit trust} with a weight of 0, and what other commands say of it. */
final class QuarantineTest {
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
    void aSourceIsInNoAnswerUntilItIsReleased() {
        assertThat(run("edit", "trust").out()).isEqualTo("nothing is in quarantine\n");
        Shell.Run put = run("edit", "trust", "https://evil.example/*=0", "notes.txt=0");
        assertThat(put.exitCode()).as(put.err()).isZero();
        assertThat(put.out()).isEqualTo("2 sources in quarantine\n  https://evil.example/*\n  notes.txt\n");
        assertThat(run("edit", "trust").out()).isEqualTo(put.out());

        assertThat(run("retrieve", QUESTION).out()).contains("Lena").doesNotContain("Falk");
        assertThat(run("retrieve", QUESTION, "--include-quarantined").out())
                .contains("Lena", "Falk", "from https://evil.example/vale");

        Shell.Run released = run("edit", "trust", "https://evil.example/*=1");
        assertThat(released.exitCode()).as(released.err()).isZero();
        assertThat(released.out()).isEqualTo("1 source in quarantine\n  notes.txt\n");
        assertThat(run("edit", "list", "--all").out()).isEqualTo("no edit\n");
        assertThat(run("retrieve", QUESTION).out()).contains("Lena", "Falk");
        assertThat(run("edit", "trust", "notes.txt=1", "--quiet").out()).isEmpty();
        assertThat(run("edit", "trust").out()).isEqualTo("nothing is in quarantine\n");
    }

    @Test
    void aWiderRuleThatStillHidesIsTold() {
        run("edit", "trust", "https://evil.example/*=0");
        Shell.Run hidden = run("edit", "trust", "https://evil.example/vale=1");
        assertThat(hidden.exitCode()).isEqualTo(1);
        assertThat(hidden.err())
                .isEqualTo("warning: \"https://evil.example/vale\" stays in quarantine, by the rule about"
                        + " \"https://evil.example/*\"\n");
    }

    @Test
    void programsReadTheSources() throws IOException {
        assertThat(run("edit", "trust", "--json").out()).isEqualToIgnoringWhitespace("{\"quarantine\": []}");
        assertThat(json(run("edit", "trust", "b=0", "a=0", "b=0", "--json")).path("quarantine"))
                .map(JsonNode::asText)
                .containsExactly("a", "b");
        assertThat(json(run("edit", "trust", "a=1", "--json")).path("quarantine"))
                .hasSize(1);
    }

    @Test
    void whatIsMistakenIsToldAndChangesNothing() {
        assertThat(run("edit", "trust", "a=0.5").err())
                .startsWith("tern: the weight of \"a\" is 0.5; a graph keeps 0 or 1, and a weight between is for one"
                        + " question (tern ask --trust)");
        assertThat(run("edit", "trust", " =0").err()).startsWith("tern: a source is blank");
        assertThat(run("edit", "trust", "a\nb=0").err()).startsWith("tern: the source \"a?b\" has a control character");
        assertThat(run("edit", "trust", "a=2").err())
                .startsWith("tern: the trust of \"a\" is 2; it must be between 0 and 1");
        Shell.Run many = run(Stream.concat(
                        Stream.of("edit", "trust"), IntStream.range(0, 1_001).mapToObj(i -> "source " + i + "=0"))
                .toArray(String[]::new));
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.err())
                .startsWith("tern: a quarantine of 1001 sources is too large; the limit is 1000: name several by what"
                        + " they begin with, and a *");
        assertThat(run("edit", "trust").out()).isEqualTo("nothing is in quarantine\n");

        assertThat(run("edit", "trust", "x=0", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
        assertThat(shell.run("edit", "trust", "--store", "nowhere").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void helpSaysWhatItDoesAndWhatIsMeantByASource() {
        assertThat(shell.run("edit", "trust", "--help").out())
                .contains("At 0 a source is in no answer", "end of a source means all that begin so");
    }

    @Test
    void statsAndVerifySayWhatIsInQuarantineAndStillCountIt() throws IOException {
        assertThat(run("stats").out()).doesNotContain("quarantine");
        run("edit", "trust", "https://evil.example/*=0", "turn\u202eed=0");
        String said = "in quarantine: 2 sources, https://evil.example/*, turned\n";
        assertThat(run("stats").out()).contains("  documents            2\n").endsWith("  " + said);
        assertThat(run("verify").out()).contains("graph default of here: 2 passages", "\n" + said + "nothing is wrong");
        for (String command : List.of("stats", "verify")) {
            assertThat(json(run(command, "--json")).path("quarantine"))
                    .as(command)
                    .map(JsonNode::asText)
                    .containsExactly("https://evil.example/*", "turn\u202eed");
        }
        run(Stream.concat(Stream.of("edit", "trust"), IntStream.range(100, 150).mapToObj(i -> "source " + i + "=0"))
                .toArray(String[]::new));
        assertThat(run("stats").out())
                .contains("in quarantine: 52 sources, https://evil.example/*, source 100, ")
                .endsWith("source 118 and 32 more\n");
    }
}
