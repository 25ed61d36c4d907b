package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Damages two embedded graphs, or one of a given size, and stops if a damage is neither reported nor harmless. */
final class FlipBenchmark {
    private FlipBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        int flips = Integer.parseInt(arguments[0]);
        int truncations = Integer.parseInt(arguments[1]);
        int megabytes = Integer.parseInt(arguments[2]);
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path directory = Files.createTempDirectory("tern-flips");
        if (megabytes > 0) {
            try (Damages large = Damages.ofMegabytes(directory, megabytes)) {
                run(large, flips, truncations, random, "a graph of " + megabytes + " MB");
            }
            return;
        }
        try (Damages many = Damages.ofManyCommits(directory.resolve("many"));
                Damages one = Damages.ofOneCommit(directory.resolve("one"))) {
            run(many, flips / 2, truncations / 2, random, "a graph of many commits");
            run(one, flips / 2, truncations / 2, random, "a graph of one commit");
        }
    }

    private static void run(Damages damages, int flips, int truncations, Random random, String what)
            throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < flips; i++) {
            damages.flip(random);
        }
        for (int i = 0; i < truncations; i++) {
            damages.truncate(random);
        }
        System.out.printf(
                "%s: %,d flips and %,d truncations in %.0f s: %s; none silently wrong, none a mistake of ours%n  %s%n",
                what, flips, truncations, (System.nanoTime() - start) / 1e9, damages.outcomes(), damages.endings());
    }
}
