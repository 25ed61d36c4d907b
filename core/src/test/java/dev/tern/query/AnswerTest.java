package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.conversation.Turn;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Trace.Item.Kind;
import dev.tern.settings.Mode;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results that tests of applications make, and that people print. */
class AnswerTest {
    private static final Question QUESTION = Question.of("Who taught Euler?", Mode.LOCAL);

    private static Passage passage(String text, int page, int lastPage) {
        SourceDocument document = SourceDocument.of("euler.pdf", text);
        return Passage.of(
                document, 0, text, new Position(0, text.length(), page, lastPage, ""), List.of(), Extraction.GIVEN);
    }

    @Test
    void answerIsMadeOfWhatATestNeeds() {
        Retrieval retrieval = Retrieval.builder(QUESTION)
                .passages(List.of(new Scored<>(passage("Johann Bernoulli\ntaught Euler.", 3, 4), 0.87654)))
                .build();
        Answer answer = Answer.builder(retrieval)
                .text("Johann Bernoulli [1].", Answer.Kind.GENERATED)
                .build();

        assertThat(answer.passages()).isEqualTo(retrieval.passages());
        assertThat(answer.relations()).isEmpty();
        assertThat(answer.claims()).isEmpty();
        assertThat(answer.trace().steps()).isEmpty();
        assertThat(answer.trace().mode()).isEqualTo(Mode.LOCAL);
        assertThat(answer)
                .isEqualTo(Answer.builder(retrieval)
                        .text("Johann Bernoulli [1].", Answer.Kind.GENERATED)
                        .build())
                .hasToString(
                        "Johann Bernoulli [1].\n" + "[1] euler.pdf, p. 3-4: Johann Bernoulli taught Euler. (0.877)");
        assertThat(Answer.builder(retrieval).build().kind()).isEqualTo(Answer.Kind.UNKNOWN);
    }

    @Test
    void longPassageIsPrintedByItsFirstWords() {
        assertThat(passage("rye ".repeat(100), 0, 0)).hasToString("euler.pdf: " + "rye ".repeat(50) + "...");
    }

    @Test
    void stepCountsAllItsItemsAndKeepsTheFirst() {
        Trace.Step step = Trace.Step.of("rank", Collections.nCopies(1_001, Item.of(Kind.NAME, "Euler")), List.of())
                .withCost(Trace.Cost.NONE.withMillis(2.25));

        assertThat(step.inCount()).isEqualTo(1_001);
        assertThat(step.in()).hasSize(Trace.MAX_ITEMS);
        assertThat(step).hasToString("rank: 1,001 in, 0 out, 2.3 ms");
        assertThat(step.cost()).hasToString("2.3 ms, 0 round trips, 0 model calls");
        Scored<Entity> euler = new Scored<>(Entity.named("Euler"), 0.87654);
        assertThat(euler).hasToString("Euler (0.877)");
        assertThat(Item.entity(euler)).hasToString("Euler (0.877)");
        assertThat(Statement.of("Euler", "lived in", "Basel")).hasToString("Euler lived in Basel");
        assertThat(new NearTheme("t1", List.of("Euler", "Basel"), 0.5, List.of()))
                .hasToString("Euler, Basel");
        assertThat(new Position(0, 120, 3, 4, "Mills")).hasToString("characters 0 to 120, p. 3-4, Mills");
        assertThat(new Turn("Who taught Euler?", "Johann.")).hasToString("Who taught Euler? Johann.");
    }
}
