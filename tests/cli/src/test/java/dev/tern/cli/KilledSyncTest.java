package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes of {@code tern sync} that are killed on the way; after each the graph is whole, and no document is missing that is in
 * the folder and was in the graph. Of the {@code -Dkills} of all such tests these have a tenth.
 */
@Tag("slow")
final class KilledSyncTest {
    private static final int FILES = 1_500;

    /** A document of so many passages is stored in parts. */
    private static final int PARAGRAPHS = 3_000;

    @TempDir
    private Path directory;

    @Test
    void killedRunsLoseNothingAndTheSameCommandGoesOnToTheSameGraph() throws IOException, InterruptedException {
        int kills = Math.max(2, Integer.getInteger("kills", 50) / 10);
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path folder = Files.createDirectories(directory.resolve("notes"));
        for (int i = 0; i < FILES; i++) {
            write(folder, i, "first");
        }
        Files.writeString(folder.resolve("book.txt"), book());
        Shell shell = new Shell(directory);
        List<String> before = List.of();
        int killed = 0;
        for (int i = 0; i < kills; i++) {
            String commit = commit();
            Process process = start();
            int commits = 1 + random.nextInt(3);
            while (commits > 0 && process.isAlive()) {
                Thread.sleep(5);
                String now = commit();
                commits -= now.equals(commit) ? 0 : 1;
                commit = now;
            }
            if (process.waitFor(random.nextInt(200), TimeUnit.MILLISECONDS)) {
                assertThat(process.exitValue())
                        .as(Files.readString(directory.resolve("err")))
                        .isZero();
                // Another content for some, so that there is something to be killed at.
                for (int j = 0; j < FILES; j += 3) {
                    write(folder, j, "turn " + i);
                }
            } else {
                process.destroyForcibly().waitFor();
                killed++;
            }
            shell.verify("kill " + i);
            List<String> now = documents(shell, "default");
            System.out.println(now.size() + " of " + (FILES + 1) + " documents");
            assertThat(now).isNotEmpty();
            assertThat(now).as("nothing is gone that is still in the folder").containsAll(before);
            before = now;
        }
        System.out.println("kills: " + killed + " of tern sync, each verified");
        Process last = start();
        assertThat(last.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(last.exitValue())
                .as(Files.readString(directory.resolve("err")))
                .isZero();
        assertThat(shell.run("sync", "--list").out()).contains("last run");
        assertThat(shell.run("sync", "notes", "--graph", "undisturbed").exitCode())
                .isZero();
        assertThat(passages(shell, "default")).isEqualTo(passages(shell, "undisturbed"));
    }

    private static String book() {
        StringBuilder book = new StringBuilder();
        for (int i = 0; i < PARAGRAPHS; i++) {
            book.append("The keeper of the tower number ")
                    .append(i)
                    .append(" is called Tor")
                    .append(i);
            book.append(", and he writes down every ship that he sees in a large grey book.\n\n".repeat(3));
        }
        return book.toString();
    }

    /** Returns the version of the graph in Lucene; empty if it does not exist yet. */
    private String commit() {
        try (Stream<Path> files = Files.walk(directory.resolve("tern-store"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("segments_"))
                    .max(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            // It is made, or tidied up, in this moment.
            return "";
        }
    }

    private static void write(Path folder, int number, String content) throws IOException {
        Files.writeString(
                folder.resolve(number + ".txt"),
                "The keeper of house " + number + " is called Code" + number + ", and this is his " + content
                        + " text.");
    }

    private static List<String> documents(Shell shell, String graph) throws IOException {
        return passages(shell, graph).stream()
                .map(passage -> passage.substring(0, passage.indexOf(' ')))
                .distinct()
                .toList();
    }

    /** Returns every passage in a fixed order, with document and text; none without a graph. */
    private static List<String> passages(Shell shell, String graph) throws IOException {
        Shell.Run run = shell.run("export", "--graph", graph, "--output", "-");
        List<String> passages = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            JsonNode passage = new JsonMapper().readTree(line).path("passage");
            if (!passage.isMissingNode()) {
                passages.add(passage.path("document").asText() + " "
                        + passage.path("text").asText());
            }
        }
        passages.sort(null);
        return passages;
    }

    private Process start() throws IOException, InterruptedException {
        List<String> words = Launched.java();
        words.add(StoreSync.class.getName());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", directory.toString());
        return builder.directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    /** {@code tern sync notes} with the embedding model of {@link Shell}, which takes no time. */
    static final class StoreSync {
        private StoreSync() {}

        public static void main(String[] arguments) {
            Path directory = Path.of("").toAbsolutePath();
            Shell.Run run = new Shell(directory).run("sync", "notes");
            System.err.print(run.err());
            System.exit(run.exitCode());
        }
    }
}
