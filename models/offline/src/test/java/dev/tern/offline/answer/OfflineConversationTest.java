package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.Conversation;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.Answer;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A conversation without a model: statements, names, answers and follow-ups by rules. */
class OfflineConversationTest {
    private final GraphRag rag = GraphRag.builder()
            .store(new InMemoryGraphStore())
            .embeddingModel(new HashingEmbeddingModel(64))
            .build();

    OfflineConversationTest() {
        rag.add(
                SourceDocument.of("euler", "Leonhard Euler was taught by Johann Bernoulli."),
                SourceDocument.of("brother", "Jakob Bernoulli was the brother of Johann Bernoulli."),
                SourceDocument.of("mill", "Orla Finn grinds rye.")
                        .withStatements(List.of(Statement.of("Orla Finn", "grinds", "rye"))));
    }

    @Test
    void namesOfTheLastQuestionAndQuoteAreCarriedOver() {
        Conversation conversation = Conversation.of(rag);
        assertThat(conversation.ask("Who taught Leonhard Euler?").text())
                .startsWith("“Leonhard Euler was taught by Johann Bernoulli.” [1]");

        Answer answer = conversation.ask("And his brother?");

        assertThat(answer.retrieval().question().text())
                .startsWith("And his brother? (Leonhard Euler, Johann Bernoulli");
        assertThat(answer.text()).contains("Jakob Bernoulli");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What does Orla Finn grind?",
                "and who grinds rye?",
                "And what of Piet Moll?",
                "How do I bake sourdough bread?",
                "Siapa ketua koperasi?",
                "Wie backe ich einen Kuchen?"
            })
    void questionWithANameOrATopicOfItsOwnStandsAsItIs(String question) {
        Conversation conversation = Conversation.of(rag);
        conversation.ask("Who taught Leonhard Euler?");

        assertThat(conversation.ask(question).retrieval().question().text()).isEqualTo(question);
    }
}
