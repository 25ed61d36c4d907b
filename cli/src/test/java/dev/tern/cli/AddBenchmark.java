package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures {@code tern add} as a process of its own; run by {@code bench/add.sh}.
 *
 * <ul>
 *   <li>{@code offline CORPUS.jsonl}: every text of a corpus as a file of its own, without a chat model, once and four
 *       times over.
 *   <li>{@code model PASSAGES}: a provider at the wire that takes 200 ms a call, 32 calls at once, and the same with every
 *       tenth call failing.
 * </ul>
 */
final class AddBenchmark {
    private static final int LATENCY_MILLIS = 200;
    private static final int AT_ONCE = 32;

    private AddBenchmark() {}

    /** The measurements of one run. */
    private record Measured(JsonNode report, double seconds, Peak peak) {}

    /** The peak memory of a process, in kilobytes. */
    private record Peak(long resident, long own) {
        Peak with(ProcessMemory memory) {
            return new Peak(Math.max(resident, memory.most()), Math.max(own, memory.own()));
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%,d MB, %,d MB without mapped files of the index", resident >> 10, own >> 10);
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tern-add-benchmark");
        try {
            if (arguments[0].equals("offline")) {
                offline(folder, Path.of(arguments[1]));
            } else {
                model(folder, Integer.parseInt(arguments[1]));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void offline(Path folder, Path corpus) throws IOException, InterruptedException {
        for (int copies : new int[] {1, 4}) {
            Path home = Files.createDirectories(folder.resolve("times" + copies));
            int texts = 0;
            for (int copy = 0; copy < copies; copy++) {
                Path docs = Files.createDirectories(home.resolve("docs/" + copy));
                for (String line : Files.readAllLines(corpus)) {
                    JsonNode document = new JsonMapper().readTree(line);
                    // Another text in each copy, so that none is known already.
                    String text = "# " + document.path("title").asText() + "\n\n"
                            + document.path("text").asText() + (copy == 0 ? "" : " Edition " + copy + ".") + "\n";
                    Files.writeString(docs.resolve(texts++ + ".md"), text);
                }
            }
            Measured measured = add(home, Map.of());
            double embedding = measured.report().path("embeddingMillis").asDouble() / 1000;
            System.out.printf(
                    Locale.ROOT,
                    "%,d files: %.1f s, of which the embedding model %.1f s, everything else %.1f s; %,d passages, %,d"
                            + " statements, %,d texts embedded; peak memory %s%n",
                    texts,
                    measured.seconds(),
                    embedding,
                    measured.seconds() - embedding,
                    measured.report().path("passages").asLong(),
                    measured.report().path("statements").asLong(),
                    measured.report().path("embeddedTexts").asLong(),
                    measured.peak());
        }
    }

    private static void model(Path folder, int passages) throws IOException, InterruptedException {
        for (boolean failing : new boolean[] {false, true}) {
            Path home = Files.createDirectories(folder.resolve(failing ? "failing" : "steady"));
            Path docs = Files.createDirectories(home.resolve("docs"));
            for (int i = 0; i < passages; i++) {
                Files.writeString(
                        docs.resolve(i + ".txt"),
                        "The item of the archive that is called Code" + i + " was written down by its keeper.");
            }
            try (ModelStub provider = new ModelStub()) {
                provider.latency(Duration.ofMillis(LATENCY_MILLIS));
                if (failing) {
                    ModelStub.Outcome[] failures = {
                        ModelStub.Outcome.TOO_MANY,
                        ModelStub.Outcome.BROKEN,
                        ModelStub.Outcome.CUT,
                        ModelStub.Outcome.NONSENSE
                    };
                    provider.outcomes(
                            call -> call % 10 == 3 ? failures[call / 10 % failures.length] : ModelStub.Outcome.ANSWER);
                }
                Measured measured = add(home, provider.environment());
                double ideal = passages * LATENCY_MILLIS / 1000.0 / AT_ONCE;
                double taken = measured.report().path("millis").asDouble() / 1000;
                System.out.printf(
                        Locale.ROOT,
                        "%,d passages, %d ms a call, %d at once%s: %.1f s (process %.1f s), ideal %.1f s: %.0f %%; %,d"
                                + " calls, %,d extracted, %,d failed; peak memory %s%n",
                        passages,
                        LATENCY_MILLIS,
                        AT_ONCE,
                        failing ? ", every tenth failing" : "",
                        taken,
                        measured.seconds(),
                        ideal,
                        100 * ideal / taken,
                        provider.calls(),
                        measured.report().path("extracted").asLong(),
                        measured.report().path("failed").asLong(),
                        measured.peak());
            }
        }
    }

    private static Measured add(Path home, Map<String, String> environment) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-XX:+UseSerialGC",
                "-Xmx" + System.getProperty("heap", "512m"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "add",
                "docs",
                "--json"));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().putAll(environment);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("TERN_PARALLEL_REQUESTS", String.valueOf(AT_ONCE));
        Path out = home.resolve("out.json");
        builder.redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        Process process = builder.start();
        Peak peak = new Peak(0, 0);
        while (process.isAlive()) {
            peak = peak.with(ProcessMemory.of(process.pid()));
            Thread.sleep(100);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (process.exitValue() != 0) {
            throw new IllegalStateException("tern add ended with " + process.exitValue());
        }
        return new Measured(new JsonMapper().readTree(out.toFile()), seconds, peak);
    }
}
