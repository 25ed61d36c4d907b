package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, told to stop while it indexes. */
final class InterruptionTest {
    @TempDir
    private Path directory;

    @Test
    void whatWasStoredStaysAndIsSaid() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            lines.add(String.format(
                    Locale.ROOT, "{\"_id\": \"d%d\", \"text\": \"This is the text of number %d.\"}", i, i));
        }
        Files.write(directory.resolve("corpus.jsonl"), lines);
        Path err = directory.resolve("err");
        Process process = start("add", err);
        Path graph = directory.resolve("tern-store");
        while (!Files.exists(graph)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(20);
        }
        Process second = start("add", directory.resolve("err2"));
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(1);
        assertThat(directory.resolve("err2")).content().contains("process " + process.pid());
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(err)
                .content()
                .containsPattern("tern: interrupted after [0-9,]+ of 20,000 documents; those are stored");
        assertThat(new Shell(directory).run("stats").exitCode()).isZero();
    }

    private Process start(String command, Path err) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(heedingSignals());
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                command,
                "corpus.jsonl"));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        return builder.directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
    }

    /**
     * What to put before a command so that it heeds Ctrl-C. A build that was started in the background ignores it, its
     * children inherit that, and Java then leaves the signal alone. Where env cannot undo that, nothing is put there.
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
