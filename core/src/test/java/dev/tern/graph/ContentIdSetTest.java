package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ContentIdSetTest {
    @Test
    void itHoldsWhatASetHolds() {
        long seed = System.nanoTime();
        System.out.println("content id set: seed " + seed);
        Random random = new Random(seed);
        ContentIdSet ids = new ContentIdSet();
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
        assertThat(expected.stream().map(ids::placeOf).distinct()).hasSize(expected.size());
        assertThat(expected.stream().map(ids::placeOf)).allMatch(place -> place >= 0 && place < ids.places());
        assertThat(ids.placeOf("unknown")).isEqualTo(-1);
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

    @Test
    void anIdTakesBetween22And43Bytes() {
        ContentIdSet ids = new ContentIdSet();
        for (int i = 0; i < 100_000; i++) {
            ids.add(ContentId.ofEntity("thing " + i));
            if (i > 2_000) {
                assertThat(16.0 * ids.places() / ids.size()).isBetween(21.3, 42.7);
            }
        }
    }
}
