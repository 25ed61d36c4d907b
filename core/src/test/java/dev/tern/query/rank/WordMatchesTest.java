package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordMatchesTest {
    private static List<Scored<Passage>> found(double... scores) {
        return IntStream.range(0, scores.length)
                .mapToObj(i -> {
                    SourceDocument document = SourceDocument.of("d" + i, "text " + i);
                    return new Scored<>(Passage.of(document, 0, document.text(), List.of()), scores[i]);
                })
                .toList();
    }

    @Test
    void tellsHowFarAPassageStandsAboveTheOthers() {
        List<Scored<Passage>> found = found(14, 6, 6, 6, 6, 6, 6, 6, 6, 6);
        WordMatches matches = new WordMatches(found);

        assertThat(matches.of(found.getFirst().value().id())).isEqualTo(3, within(1e-9));
        assertThat(matches.of(found.getLast().value().id())).isEqualTo(-1 / 3.0, within(1e-9));
    }

    @Test
    void isTheLeastForWhatWasNotFound() {
        assertThat(new WordMatches(found(4, 3, 2, 1)).of("unknown")).isEqualTo(-2);
    }

    @Test
    void saysNothingOfThreePassagesOrOfNone() {
        List<Scored<Passage>> three = found(9, 1, 1);

        assertThat(new WordMatches(three).of(three.getFirst().value().id())).isZero();
        assertThat(new WordMatches(List.of()).of("unknown")).isZero();
    }
}
