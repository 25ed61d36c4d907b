package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "\u00a0\u3000", "\u0000"})
    void aDocumentHasAnIdAndAText(String blank) {
        assertThatThrownBy(() -> SourceDocument.of(blank, "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a document's id is blank");
        assertThatThrownBy(() -> SourceDocument.of("euler.txt", blank))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("document \"euler.txt\" has an empty text");
    }

    @Test
    void theIdOfADocumentHasALimit() {
        assertThat(SourceDocument.of("x".repeat(512), "text").id()).hasSize(512);
        assertThatThrownBy(() -> SourceDocument.of("x".repeat(513), "text"))
                .hasMessage("the document id \"" + "x".repeat(40) + "...\" has 513 characters; the limit is 512");
    }

    @Test
    void aPassageKeepsOneOfTheStatementsThatSayTheSame() {
        SourceDocument document = SourceDocument.of("d", "text");
        Passage passage = Passage.of(
                document,
                0,
                "text",
                List.of(Statement.of("Euler", "saw", "Basel"), Statement.of("EULER", "saw", "basel")));

        assertThat(passage.statements()).containsExactly(Statement.of("Euler", "saw", "Basel"));
        assertThat(passage.id()).isEqualTo(ContentId.ofPassage("d", "text"));
    }

    @Test
    void aPassageStartsAtZero() {
        assertThatThrownBy(() -> Passage.of(SourceDocument.of("d", "text"), -1, "text", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a passage's ordinal is -1; the first is 0");
    }

    @Test
    void theTitleIsEmbeddedWithTheText() {
        SourceDocument document = SourceDocument.of("d", "He was born in Basel.");

        assertThat(Passage.of(document, 0, document.text(), List.of()).textToEmbed())
                .isEqualTo("He was born in Basel.");
        assertThat(Passage.of(document.withTitle("Euler"), 0, document.text(), List.of())
                        .textToEmbed())
                .isEqualTo("Euler\nHe was born in Basel.");
    }

    @Test
    void spellingsOfANameAreOneEntity() {
        assertThat(Entity.named(" EULER ").id()).isEqualTo(Entity.named("Euler").id());
        assertThat(Entity.named(" EULER ").name()).isEqualTo("EULER");
    }

    @Test
    void theBestComesFirstAndTiesGoById() {
        List<Scored<String>> scored =
                new ArrayList<>(List.of(new Scored<>("b", 1), new Scored<>("c", 2), new Scored<>("a", 1)));
        scored.sort(Scored.bestFirst(id -> id));

        assertThat(scored).extracting(Scored::value).containsExactly("c", "a", "b");
    }
}
