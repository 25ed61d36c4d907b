package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a real process that is interrupted while it indexes or copies. */
@Tag("slow")
final class InterruptionTest {
    @TempDir
    private Path directory;

    @Test
    void whatWasStoredStaysAndIsSaid() throws IOException, InterruptedException {
        corpus(20_000);
        Path err = directory.resolve("err");
        Process process = start(err, "add", "corpus.jsonl");
        Path graph = directory.resolve("tern-store");
        while (!Files.exists(graph)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(20);
        }
        Process second = start(directory.resolve("err2"), "add", "corpus.jsonl");
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(1);
        assertThat(directory.resolve("err2")).content().contains("process " + process.pid());
        interrupt(process);
        assertThat(err)
                .content()
                .containsPattern(
                        "tern: interrupted after [0-9,]+ of 20,000 documents, which are stored; run the same command"
                                + " again to go on");
        assertThat(new Shell(directory).run("documents").exitCode()).isZero();
    }

    @Test
    void whatWasCopiedStaysAndTheSameCopyGoesOn() throws IOException, InterruptedException {
        corpus(10_000);
        Shell shell = new Shell(directory);
        assertThat(shell.run("add", "corpus.jsonl", "--store", "here").exitCode())
                .isZero();
        Path err = directory.resolve("err");
        Process process = start(err, "copy", "--from", "here", "--to", "there");
        while (!LuceneGraphStore.graphs(directory.resolve("there")).contains("default")) {
            assertThat(process.isAlive()).as("it copies").isTrue();
            Thread.sleep(20);
        }
        interrupt(process);
        Matcher said = Pattern.compile(
                        "tern: copying was interrupted after ([0-9,]+) of 10,000 passages, which are stored; the same"
                                + " copy again resumes from there\n")
                .matcher(Files.readString(err));
        assertThat(said.matches()).as(Files.readString(err)).isTrue();
        JsonNode again = CommandsTest.json(shell.run("copy", "--from", "here", "--to", "there", "--json"));
        assertThat(again.path("unchanged").asText()).isEqualTo(said.group(1).replace(",", ""));
        assertThat(again.path("passages").asInt()).isEqualTo(10_000);
        assertThat(again.path("same").asBoolean()).isTrue();
    }

    private void corpus(int documents) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            lines.add(String.format(
                    Locale.ROOT, "{\"_id\": \"d%d\", \"text\": \"This is the text of number %d.\"}", i, i));
        }
        Files.write(directory.resolve("corpus.jsonl"), lines);
    }

    private static void interrupt(Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
    }

    private Process start(Path err, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(heedingSignals());
        words.addAll(Launched.java());
        words.add(Main.class.getName());
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", directory.toString());
        return builder.directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
    }

    /**
     * A prefix with which a command obeys Ctrl-C. A build that was started in the background ignores it, its children
     * inherit that, and Java then leaves the signal alone. Where env cannot undo that, nothing is put there.
     */
    private static List<String> heedingSignals() throws IOException, InterruptedException {
        List<String> prefix = List.of("env", "--default-signal=INT");
        List<String> probe = new ArrayList<>(prefix);
        probe.add("true");
        Process tried = new ProcessBuilder(probe)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return tried.waitFor() == 0 ? prefix : List.of();
    }
}
