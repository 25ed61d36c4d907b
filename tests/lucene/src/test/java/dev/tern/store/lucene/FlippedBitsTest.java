package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Any flip of a bit and any truncation of any file of a store is reported or changes no answer. {@code
 * build/tools/flip-test.sh} does thousands of them.
 */
@Tag("slow")
final class FlippedBitsTest {
    private static final int FLIPS = 75;
    private static final int MAX_FLIPS = 20 * FLIPS;
    private static final int TRUNCATIONS = 15;

    @TempDir
    private Path directory;

    @Test
    void damageOfAGraphOfManyCommitsIsToldOrChangesNothing() throws IOException {
        try (Damages damages = Damages.ofManyCommits(directory)) {
            damage(damages, ".si", ".vec");
        }
    }

    @Test
    void damageOfAGraphWithVectorGraphsIsToldOrChangesNothing() throws IOException {
        try (Damages damages = Damages.ofOneCommit(directory)) {
            damage(damages, ".cfs", "writer.pid");
        }
    }

    @Test
    void damageOfAGraphOfMegabytesIsToldOrChangesNothing() throws IOException {
        try (Damages damages = Damages.ofMegabytes(directory, 2)) {
            damage(damages, ".cfs", "checked.txt");
        }
    }

    /** Continues until files of these extensions were damaged; chance alone would miss one in some hundred builds. */
    private static void damage(Damages damages, String... endings) throws IOException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("flipped bits: seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < FLIPS || (i < MAX_FLIPS && !met(damages, endings)); i++) {
            damages.flip(random);
        }
        for (int i = 0; i < TRUNCATIONS; i++) {
            damages.truncate(random);
        }
        System.out.println("flipped bits: " + damages.outcomes() + " in " + damages.endings());
        assertThat(damages.outcomes()).containsKey(Damages.Outcome.REFUSED);
        assertThat(met(damages, endings)).as("files of all endings were met").isTrue();
    }

    private static boolean met(Damages damages, String... endings) {
        return Arrays.stream(endings)
                .allMatch(ending -> damages.endings().keySet().stream().anyMatch(name -> name.endsWith(ending)));
    }
}
