package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RecentVectorsTest {
    /** The size of a one-character text and a vector of ten numbers. */
    private static final int BYTES = 202;

    @Test
    void theLongestUnusedIsForgottenWhenTheBytesAreUsedUp() {
        RecentVectors recent = new RecentVectors(3 * BYTES);
        for (String text : List.of("a", "b", "c")) {
            recent.keep(text, new float[10]);
        }
        assertThat(recent.find(List.of("a"))).containsOnlyKeys("a");
        recent.keep("d", new float[10]);
        assertThat(recent.find(List.of("a", "b", "c", "d"))).containsOnlyKeys("a", "c", "d");
    }

    @Test
    void whatIsKeptTwiceCountsOnce() {
        RecentVectors recent = new RecentVectors(2 * BYTES);
        for (int i = 0; i < 5; i++) {
            recent.keep("a", new float[10]);
        }
        recent.keep("b", new float[10]);
        assertThat(recent.find(List.of("a", "b"))).containsOnlyKeys("a", "b");
    }

    @Test
    void whatIsLargerThanTheBytesIsNotKept() {
        RecentVectors recent = new RecentVectors(BYTES);
        recent.keep("a", new float[100]);
        assertThat(recent.find(List.of("a"))).isEmpty();
        recent.keep("b", new float[10]);
        assertThat(recent.find(List.of("b"))).containsOnlyKeys("b");
    }

    @Test
    void callersDoNotShareArrays() {
        RecentVectors recent = new RecentVectors(10 * BYTES);
        float[] vector = {1, 2};
        recent.keep("a", vector);
        vector[0] = 5;
        Objects.requireNonNull(recent.find(List.of("a")).get("a"))[1] = 5;
        assertThat(recent.find(List.of("a")).get("a")).containsExactly(1, 2);
    }
}
