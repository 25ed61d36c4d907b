package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MeasuresTest {
    @Test
    void recallIsTheShareOfGoldAmongTheFirst() {
        List<String> returned = List.of("a", "x", "b", "y", "c");
        assertThat(Measures.recall(Set.of("a", "b", "c", "d"), returned, 1)).isEqualTo(0.25);
        assertThat(Measures.recall(Set.of("a", "b", "c", "d"), returned, 2)).isEqualTo(0.25);
        assertThat(Measures.recall(Set.of("a", "b", "c", "d"), returned, 3)).isEqualTo(0.5);
        assertThat(Measures.recall(Set.of("a", "b", "c", "d"), returned, 5)).isEqualTo(0.75);
    }

    @Test
    void cutoffBeyondWhatWasReturnedCountsWhatIsThere() {
        assertThat(Measures.recall(Set.of("a", "b"), List.of("b"), 10)).isEqualTo(0.5);
        assertThat(Measures.recall(Set.of("a", "b"), List.of(), 10)).isZero();
    }

    @Test
    void percentileIsTheSmallestValueThatSoManyPercentDoNotExceed() {
        List<Double> hundred =
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();
        assertThat(Measures.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Measures.percentile(hundred, 95)).isEqualTo(95);
        assertThat(Measures.percentile(hundred.reversed(), 95)).isEqualTo(95);
        assertThat(Measures.percentile(List.of(1.0, 2.0), 50)).isEqualTo(1);
        assertThat(Measures.percentile(List.of(1.0, 2.0), 95)).isEqualTo(2);
        assertThat(Measures.percentile(List.of(1.0, 2.0, 3.0), 50)).isEqualTo(2);
        assertThat(Measures.percentile(List.of(7.0), 95)).isEqualTo(7);
        assertThat(Measures.percentile(Collections.nCopies(5, 3.0), 95)).isEqualTo(3);
        assertThat(Measures.percentile(List.of(), 95)).isZero();
    }

    @Test
    void meanOfNothingIsZero() {
        assertThat(Measures.mean(List.of(1.0, 2.0, 6.0), Double::doubleValue)).isEqualTo(3);
        assertThat(Measures.mean(List.<Double>of(), Double::doubleValue)).isZero();
    }

    @Test
    void documentCountsOnceAtThePlaceOfItsFirstPassage() {
        assertThat(QuestionResult.distinct(List.of("b", "a", "b", "c", "a", "d"), 3))
                .containsExactly("b", "a", "c");
        assertThat(QuestionResult.distinct(List.of(), 3)).isEmpty();
    }

    @Test
    void allGoldNeedsEveryOne() {
        QuestionResult result =
                new QuestionResult("q", "?", List.of("a", "b"), List.of("b", "x", "a"), List.of("b", "a"), 1, 1, 1, 1);
        assertThat(result.foundAll(2)).isFalse();
        assertThat(result.foundAll(3)).isTrue();
        assertThat(result.recall(2)).isEqualTo(0.5);
    }
}
