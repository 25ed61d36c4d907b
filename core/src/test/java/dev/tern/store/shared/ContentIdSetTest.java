package dev.tern.store.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentIdSetTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1L << 25, 1L << 16, 0})
    void itHoldsWhatASetHolds(long maxInMemory) {
        long seed = System.nanoTime();
        System.out.println("content id set: seed " + seed);
        Random random = new Random(seed);
        ContentIdSet ids = new ContentIdSet(maxInMemory, folder);
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            String id = random.nextInt(10) == 0
                    ? "no content id " + random.nextInt(5_000)
                    : ContentId.ofEntity("thing " + random.nextInt(15_000));
            assertThat(ids.contains(id)).as("seed %d", seed).isEqualTo(expected.contains(id));
            assertThat(ids.add(id)).as("seed %d", seed).isEqualTo(expected.add(id));
        }
        assertThat(ids.size()).isEqualTo(expected.size());
        assertThat(expected).allMatch(ids::contains);
        assertThat(expected.stream().map(ids::slotOf).distinct()).hasSize(expected.size());
        assertThat(expected.stream().map(ids::slotOf)).allMatch(place -> place >= 0 && place < ids.slots());
        assertThat(ids.slotOf("unknown")).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 25, 1L << 16, 0})
    void itsOrderDependsOnTheIdsAlone(long maxInMemory) {
        long seed = System.nanoTime();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            ids.add(ContentId.ofEntity("thing " + i).substring(0, 30) + "07");
        }
        // Their slot is the last of the table, so they wrap around.
        for (int i = 0; i < 50; i++) {
            ids.add("f".repeat(28) + String.format(Locale.ROOT, "%02x", i) + "07");
        }
        List<List<String>> orders = new ArrayList<>();
        for (int order = 0; order < 3; order++) {
            Collections.shuffle(ids, new Random(seed + order));
            ContentIdSet set = new ContentIdSet(maxInMemory, folder);
            ids.forEach(id -> set.number(id, 7));
            List<String> shown = new ArrayList<>();
            set.inOrder(shown::add);
            orders.add(shown);
        }
        assertThat(orders.getFirst()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(orders).as("seed %d", seed).allMatch(orders.getFirst()::equals);
    }

    @Test
    void theIdOfZeroesIsAnIdLikeOthers() {
        ContentIdSet ids = new ContentIdSet();
        String zeroes = "0".repeat(32);
        assertThat(ids.contains(zeroes)).isFalse();
        assertThat(ids.add(zeroes)).isTrue();
        assertThat(ids.add(zeroes)).isFalse();
        assertThat(ids.contains("f".repeat(32))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 25, 0})
    void aNumberStaysBesideItsId(long maxInMemory) {
        long seed = System.nanoTime();
        System.out.println("notes of ids: seed " + seed);
        Random random = new Random(seed);
        ContentIdSet ids = new ContentIdSet(maxInMemory, folder);
        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String id = ContentId.ofEntity("thing " + random.nextInt(6_000));
            assertThat(ids.number(id)).as("seed %d", seed).isEqualTo(expected.getOrDefault(id, -1));
            if (random.nextBoolean()) {
                int note = random.nextInt(ContentIdSet.MAX_NUMBER + 1);
                ids.number(id, note);
                expected.put(id, note);
            } else if (ids.add(id)) {
                expected.put(id, 0);
            }
        }
        assertThat(ids.size()).isEqualTo(expected.size());
        assertThatThrownBy(() -> ids.number("any", 255)).hasMessage("number must be 0 to 254, not 255");
    }

    @Test
    void aLargeTableIsInAFileThatNobodyFindsAndThatEndsWithTheProcess() throws IOException {
        ContentIdSet ids = new ContentIdSet(0, folder);
        for (int i = 0; i < 10_000; i++) {
            ids.add(ContentId.ofEntity("thing " + i));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
        assertThat(ids.size()).isEqualTo(10_000);
    }

    @Test
    void aFolderWithoutRoomIsNamed() {
        Path missing = folder.resolve("missing");
        ContentIdSet ids = new ContentIdSet(0, missing);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        ids.add(ContentId.ofEntity("thing " + i));
                    }
                })
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(
                        "remembering 768 ids needs 32 KB in the temporary folder " + missing + ", which failed (")
                .hasMessageEndingWith("): free some space, or set another folder with -Djava.io.tmpdir=FOLDER");
        assertThat(ids.contains(ContentId.ofEntity("thing 1")))
                .as("what was remembered before")
                .isTrue();
    }

    @Test
    void anIdTakesBetween22And43Bytes() {
        ContentIdSet ids = new ContentIdSet();
        for (int i = 0; i < 100_000; i++) {
            ids.add(ContentId.ofEntity("thing " + i));
            if (i > 2_000) {
                assertThat(16.0 * ids.slots() / ids.size()).isBetween(21.3, 42.7);
            }
        }
    }
}
