package dev.tern.eval.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswerScoreTest {
    @Test
    void caseArticlesPunctuationAndSpacesDoNotCount() {
        assertThat(AnswerScore.words("The  U.S.A., a \"State\"!")).containsExactly("usa", "state");
        assertThat(score("the Eiffel Tower.", "eiffel tower")).isEqualTo(new AnswerScore(1, 1));
        assertThat(AnswerScore.words("Theseus and Anna")).containsExactly("theseus", "and", "anna");
    }

    @Test
    void overlapIsTheHarmonicMeanOfPrecisionAndRecall() {
        // Shared: 2 of 3 words of the answer, 2 of 4 expected.
        AnswerScore score = score("Johann Sebastian Bach", "Sebastian Bach of Leipzig");
        assertThat(score.exact()).isZero();
        assertThat(score.overlap()).isEqualTo(2 * (2 / 3.0) * (2 / 4.0) / (2 / 3.0 + 2 / 4.0), within(1e-12));
    }

    @Test
    void wordThatOccursTwiceCountsAsOftenAsBothHaveIt() {
        assertThat(score("new new york", "new york").overlap()).isEqualTo(2 * (2 / 3.0) / (2 / 3.0 + 1), within(1e-12));
    }

    @Test
    void bestSpellingCounts() {
        assertThat(AnswerScore.of("Stanley Hall", List.of("G. Stanley Hall", "Stanley Hall")))
                .isEqualTo(new AnswerScore(1, 1));
    }

    @Test
    void nothingFitsNothingOnly() {
        assertThat(score("", "Paris")).isEqualTo(new AnswerScore(0, 0));
        assertThat(score("the", "a")).isEqualTo(new AnswerScore(1, 1));
        assertThat(score("Rome", "Paris")).isEqualTo(new AnswerScore(0, 0));
    }

    @Test
    void lettersOfEveryScriptStay() {
        assertThat(score("Łódź", "łódź")).isEqualTo(new AnswerScore(1, 1));
        assertThat(score("東京", "東京")).isEqualTo(new AnswerScore(1, 1));
    }

    private static AnswerScore score(String answer, String expected) {
        return AnswerScore.of(answer, List.of(expected));
    }
}
