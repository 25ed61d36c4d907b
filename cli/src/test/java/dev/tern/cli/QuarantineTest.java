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

/** {@code tern quarantine}, and what other commands say of it. */
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
        assertThat(run("quarantine").out()).isEqualTo("nothing is in quarantine\n");
        Shell.Run put = run("quarantine", "https://evil.example/*", "notes.txt");
        assertThat(put.exitCode()).as(put.err()).isZero();
        assertThat(put.out()).isEqualTo("2 sources in quarantine\n  https://evil.example/*\n  notes.txt\n");
        assertThat(run("quarantine").out()).isEqualTo(put.out());

        assertThat(run("retrieve", QUESTION).out()).contains("Lena").doesNotContain("Falk");
        assertThat(run("retrieve", QUESTION, "--include-quarantined").out())
                .contains("Lena", "Falk", "from https://evil.example/vale");

        Shell.Run released = run("quarantine", "--release", "https://evil.example/*", "other");
        assertThat(released.exitCode()).isEqualTo(1);
        assertThat(released.out()).isEqualTo("1 source in quarantine\n  notes.txt\n");
        assertThat(released.err()).isEqualTo("warning: \"other\" was not in quarantine\n");
        assertThat(run("retrieve", QUESTION).out()).contains("Lena", "Falk");
        assertThat(run("quarantine", "--release", "notes.txt", "--quiet").out()).isEmpty();
        assertThat(run("quarantine").out()).isEqualTo("nothing is in quarantine\n");
    }

    @Test
    void programsReadTheSources() throws IOException {
        assertThat(run("quarantine", "--json").out()).isEqualToIgnoringWhitespace("{\"sources\": []}");
        assertThat(json(run("quarantine", "b", "a", "b", "--json")).path("sources"))
                .map(JsonNode::asText)
                .containsExactly("a", "b");
        assertThat(json(run("quarantine", "--release", "a", "--json")).path("sources"))
                .map(JsonNode::asText)
                .containsExactly("b");
    }

    @Test
    void whatIsMistakenIsToldAndChangesNothing() {
        assertThat(run("quarantine", "--release").err())
                .startsWith("tern: no source to release is given, as in:"
                        + " tern quarantine --release 'https://example.org/*'");
        assertThat(run("quarantine", " ").err()).startsWith("tern: a source is blank");
        assertThat(run("quarantine", "a\nb").err()).startsWith("tern: the source \"a?b\" has a control character");
        Shell.Run many = run(
                Stream.concat(Stream.of("quarantine"), IntStream.range(0, 1_001).mapToObj(i -> "source " + i))
                        .toArray(String[]::new));
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.err())
                .startsWith("tern: a quarantine of 1001 sources is too large; the limit is 1000: name several by what"
                        + " they begin with, and a *");
        assertThat(run("quarantine").out()).isEqualTo("nothing is in quarantine\n");

        assertThat(run("quarantine", "x", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
        assertThat(shell.run("quarantine", "--store", "nowhere").err())
                .startsWith("tern: there is no store at nowhere");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void helpSaysWhatItDoesAndWhatIsMeantByASource() {
        assertThat(shell.run("quarantine", "--help").out())
                .contains(
                        "Keeps sources out of every answer, without removing them; without a source,\nlists those in"
                                + " quarantine.",
                        "What is added later under a source in quarantine is in it from the start.",
                        "* at the end means",
                        "--release");
    }

    @Test
    void statsAndVerifySayWhatIsInQuarantineAndStillCountIt() throws IOException {
        assertThat(run("stats").out()).doesNotContain("quarantine");
        run("quarantine", "https://evil.example/*", "turn\u202eed");
        String said = "in quarantine: 2 sources, https://evil.example/*, turned\n";
        assertThat(run("stats").out()).contains("  documents            2\n").endsWith("  " + said);
        assertThat(run("verify").out()).contains("graph default of here: 2 passages", "\n" + said + "nothing is wrong");
        for (String command : List.of("stats", "verify")) {
            assertThat(json(run(command, "--json")).path("quarantine"))
                    .as(command)
                    .map(JsonNode::asText)
                    .containsExactly("https://evil.example/*", "turn\u202eed");
        }
        run(Stream.concat(Stream.of("quarantine"), IntStream.range(100, 150).mapToObj(i -> "source " + i))
                .toArray(String[]::new));
        assertThat(run("stats").out())
                .contains("in quarantine: 52 sources, https://evil.example/*, source 100, ")
                .endsWith("source 118 and 32 more\n");
    }
}
