package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicTest {
    private static Passage passage(String title, Statement... statements) {
        return Passage.of(SourceDocument.of("d", "text").withTitle(title), 0, "text", List.of(statements));
    }

    @Test
    void isTheTitleIfThereIsOne() {
        Passage passage = passage("Vale (river)", Statement.of("Marr", "crossed", "Vale"));

        assertThat(PassageTopic.of(passage)).containsExactlyInAnyOrder("vale (river)", "vale");
    }

    @Test
    void isWithoutATitleWhatMostStatementsTouch() {
        assertThat(PassageTopic.of(passage(
                        "",
                        Statement.of("Marr", "crossed", "Vale"),
                        Statement.of("Rome", "lies far from", "Vale"),
                        Statement.of("Marr", "lived in", "Rome"),
                        Statement.of("Lena", "loved", "Vale"))))
                .containsExactly("vale");
    }

    @Test
    void isOfSeveralTheOneThatComesFirstInMoreOfThem() {
        assertThat(PassageTopic.of(passage(
                        "", Statement.of("Vale", "runs by", "Marr"), Statement.of("Marr", "is a town by", "Vale"))))
                .containsExactly("vale");
        assertThat(PassageTopic.of(passage(
                        "",
                        Statement.of("Rome", "knows", "Marr"),
                        Statement.of("Marr", "knows", "Vale"),
                        Statement.of("Marr", "loves", "Rome"),
                        Statement.of("Rome", "hates", "Lena"))))
                .as("three each for Rome and Marr, two of them first places")
                .containsExactly("rome");
    }

    @Test
    void isFoundByItsShortFormsToo() {
        assertThat(PassageTopic.of(passage("", Statement.of("Lambert Harwood Hillyer", "directed", "it"))))
                .containsExactlyInAnyOrder(
                        "lambert harwood hillyer", "lambert harwood", "harwood hillyer", "lambert hillyer");
    }

    @Test
    void isNothingWithoutTitleAndStatements() {
        assertThat(PassageTopic.of(passage(""))).isEmpty();
    }
}
