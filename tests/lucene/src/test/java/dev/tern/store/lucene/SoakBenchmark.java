package dev.tern.store.lucene;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The long run of {@link Soak}, with its resources before and after. Argument: the number of retrievals. Run by hand;
 * {@link SoakTest} is a short one.
 */
final class SoakBenchmark {
    private static final int THREADS = 16;
    private static final long WARM_UP = 10_000;
    private static final long SEED = 7;
    private static final int STAYING = 300;
    private static final int STATES = 80;

    private SoakBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        long retrievals = Long.parseLong(arguments[0]);
        Path directory = Files.createTempDirectory("tern-soak");
        try {
            Soak soak = new Soak(directory, THREADS, new SoakStates(SEED, STAYING, STATES));
            Soak.Report report = soak.run(WARM_UP, retrievals);
            System.out.printf(
                    "%,d retrievals by %d threads in %.0f s (%.0f a second), %,d of them while the graph changed; %,d"
                            + " more were cancelled%n",
                    report.retrievals(),
                    THREADS,
                    report.seconds(),
                    report.retrievals() / report.seconds(),
                    report.between(),
                    report.cancelled());
            System.out.printf(
                    "%,d changes through %d states, of which %d were seen; every retrieval found what one of its states"
                            + " holds%n",
                    report.changes(), report.states(), report.seen());
            System.out.printf(
                    "heap after collection %.2f MB, then %.2f MB (%+.1f %%)%n",
                    report.before().heap() / 1e6, report.after().heap() / 1e6, report.growth());
            System.out.printf(
                    "open files %d, then %d; mapped files %d, then %d; threads %d, then %d%n",
                    report.before().files(),
                    report.after().files(),
                    report.before().mapped(),
                    report.after().mapped(),
                    report.before().running(),
                    report.after().running());
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws java.io.IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
