package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuestionWordsTest {
    private static Passage passage(String id, String text) {
        return Passage.of(Document.of(id, text), 0, text, List.of());
    }

    @Test
    void aPassageHasTheShareOfTheWordsThatItHoldsRareOnesWeighingMore() {
        Passage son = passage("son", "Her son made a contribution.");
        Passage other = passage("other", "Contributions to calculus; the teaching of it.");
        Passage nothing = passage("nothing", "The, of and what.");

        QuestionWords words = new QuestionWords("What contribution did the son make?", List.of(son, other, nothing));

        double rare = Math.log(1 + 2.5 / 1.5);
        double common = Math.log(1 + 1.5 / 2.5);
        assertThat(words.share(son.id())).isEqualTo(1, within(1e-12));
        assertThat(words.share(other.id())).isEqualTo(common / (rare + common), within(1e-12));
        assertThat(words.share(nothing.id())).isZero();
        assertThat(words.share("unknown")).isZero();
    }

    @Test
    void wordsAreComparedWithoutCaseAndByTheirBeginning() {
        Passage cyrillic = passage("a", "УЧИТЕЛЯ звали Марр.");
        Passage chinese = passage("b", "他的老师是谁");

        assertThat(new QuestionWords("Кто был учителем?", List.of(cyrillic, chinese)).share(cyrillic.id()))
                .isEqualTo(1);
        assertThat(new QuestionWords("老师", List.of(cyrillic, chinese)).share(chinese.id()))
                .isEqualTo(1);
    }

    @Test
    void aQuestionOfFunctionWordsGivesNoPassageAShare() {
        Passage passage = passage("a", "who was it");

        assertThat(new QuestionWords("Who was it?", List.of(passage)).share(passage.id()))
                .isZero();
        assertThat(new QuestionWords("", List.of()).share(passage.id())).isZero();
    }
}
