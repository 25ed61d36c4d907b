package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that ask a provider for statements and are killed on the way; after each the graph is whole. Of the
 * {@code -Dkills} of all such tests these have a twentieth.
 */
@Tag("slow")
final class KilledRunTest {
    /** The approximate number of documents of a run before it is killed. */
    private static final int DOCUMENTS_PER_KILL = 30;

    private static final int AT_ONCE = 4;

    @TempDir
    private Path directory;

    @Test
    void killedRunsEndInTheSameGraphAndNoStoredReplyIsPaidTwice() throws IOException, InterruptedException {
        int kills = Math.max(1, Integer.getInteger("kills", 50) / 20);
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path folder = Files.createDirectories(directory.resolve("docs"));
        // Whole documents of several passages, so that a kill leaves some with a part of their statements.
        for (int i = 0; i < DOCUMENTS_PER_KILL * kills; i++) {
            int first = 4 * i;
            Files.writeString(
                    folder.resolve(i + ".txt"),
                    String.join(
                            "\n\n",
                            IntStream.range(first, first + 4)
                                    .mapToObj(KilledRunTest::paragraph)
                                    .toList()));
        }
        try (ModelStub provider = new ModelStub()) {
            provider.latency(Duration.ofMillis(30));
            int killed = 0;
            boolean ended = false;
            while (killed < kills && !ended) {
                Process process = start(provider);
                ended = process.waitFor(900 + random.nextInt(2_500), TimeUnit.MILLISECONDS);
                if (!ended) {
                    process.destroyForcibly().waitFor();
                    killed++;
                    new Shell(directory).verify("kill " + killed);
                }
            }
            System.out.println("kills: " + killed + " of tern add, each verified");
            Process last = start(provider);
            assertThat(last.waitFor(10, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(directory.resolve("err"))).isEmpty();
            assertThat(last.exitValue()).isZero();

            // Replies at the moment of a kill may be lost: at most as many as there are concurrent requests.
            int twice = provider.answered().values().stream()
                    .mapToInt(count -> count - 1)
                    .sum();
            assertThat(twice).isLessThanOrEqualTo(AT_ONCE * killed);
            Shell shell = new Shell(directory).asking(provider);
            assertThat(shell.run("add", "docs", "--graph", "undisturbed").exitCode())
                    .isZero();
            assertThat(provider.answered().values().stream()
                            .mapToInt(count -> count - 1)
                            .sum())
                    .as("all replies are kept")
                    .isEqualTo(twice);
            assertThat(export(shell, "default")).isEqualTo(export(shell, "undisturbed"));
        }
    }

    private static String paragraph(int number) {
        return String.format(
                Locale.ROOT,
                "%s The thing that is called Code%d belongs to the house of the keeper.",
                "In the archive there are many things, and of every thing the book tells where it came from and who"
                        + " wrote"
                        + " it down. ".repeat(6),
                number);
    }

    /** Returns every passage with its statements, in a fixed order. */
    private List<String> export(Shell shell, String graph) throws IOException {
        Shell.Run run = shell.run("export", "--graph", graph, "--output", "-");
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<String> passages = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            JsonNode row = new JsonMapper().readTree(line);
            if (row.has("passage")) {
                passages.add(row.toString());
            }
        }
        passages.sort(null);
        assertThat(passages).hasSizeGreaterThanOrEqualTo(DOCUMENTS_PER_KILL);
        return passages;
    }

    private Process start(ModelStub provider) throws IOException, InterruptedException {
        List<String> words = Launched.java();
        words.addAll(List.of(Main.class.getName(), "add", "docs", "--quiet"));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().putAll(provider.environment());
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("TERN_PARALLEL_REQUESTS", String.valueOf(AT_ONCE));
        return builder.directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("err").toFile())
                .start();
    }
}
