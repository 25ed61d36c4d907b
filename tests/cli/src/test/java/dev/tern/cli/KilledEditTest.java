package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills {@code tern edit} while it rewrites passages: {@code tern verify} tells, and the next server completes it. */
@Tag("slow")
final class KilledEditTest {
    private static final int PASSAGES = 10_000;

    @TempDir
    private Path directory;

    @Test
    void theNextServerCompletesAKilledEdit() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("HOME", directory.toString(), "TERN_EMBEDDING_MODEL", "static");
        Shell shell = new Shell(directory).real().with("TERN_EMBEDDING_MODEL", "static");
        shell.file(
                "corpus.jsonl",
                IntStream.range(0, PASSAGES)
                        .mapToObj(i -> "{\"_id\": \"" + i + "\", \"text\": \"Ada Voss built bridge " + i
                                + ".\", \"metadata\": {\"triplets\": [[\"Ada Voss\", \"built\", \"bridge " + i
                                + "\"]]}}")
                        .toArray(String[]::new));
        assertThat(shell.run("add", "corpus.jsonl").exitCode()).isZero();

        Process edit = start(environment, "edit", "rename", "Ada Voss", "Ada Weiss");
        while (!shell.run("edit", "list").out().contains("Ada Weiss")) {
            assertThat(edit.isAlive())
                    .as(Files.readString(directory.resolve("err")))
                    .isTrue();
        }
        edit.destroyForcibly().waitFor();

        assertThat(shell.run("edit", "list").out()).contains("waits: the next edit or addition, a server");
        Shell.Run damaged = shell.run("verify");
        assertThat(damaged.exitCode()).isNotZero();
        assertThat(damaged.out() + damaged.err()).contains("unfinished: ", "a server, or the next addition or edit");

        ServedProcess server = ServedProcess.start(Launched.java(), directory, "256m", environment);
        try {
            long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
            while (shell.run("verify").exitCode() != 0) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.sleep(500);
            }
        } finally {
            server.process().destroy();
            server.process().waitFor();
        }
        assertThat(shell.run("edit", "list").out()).contains("Ada Weiss").doesNotContain("waits");
    }

    private Process start(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = Launched.java();
        words.add(Main.class.getName());
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().putAll(environment);
        return builder.directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("err").toFile())
                .start();
    }
}
