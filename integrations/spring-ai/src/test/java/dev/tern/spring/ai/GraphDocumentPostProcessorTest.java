package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.testing.Bridges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;

class GraphDocumentPostProcessorTest {
    private static final Query QUERY = new Query(Bridges.QUESTION);

    private final GraphRag rag = Bridges.built();

    @Test
    void documentsStandInTheOrderOfTheGraph() {
        List<Document> inOrder = GraphDocumentRetriever.builder(rag)
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 3))
                .build()
                .retrieve(QUERY);
        List<Document> backwards = new ArrayList<>(inOrder);
        Collections.reverse(backwards);

        assertThat(GraphDocumentPostProcessor.of(rag).process(QUERY, backwards)).isEqualTo(inOrder);
    }

    @Test
    void documentOfAnotherRetrieverIsKnownByItsTextAndStrangersComeLast() {
        Document stranger = new Document("Bridges are built of stone.");
        Document known = new Document("The Vale bridge, of stone, was built by Lena Marr.");
        Document other = new Document("Steel came later.");

        List<Document> ordered = GraphDocumentPostProcessor.of(
                        GraphDocumentRetriever.builder(rag).mode(Mode.LOCAL).build())
                .process(QUERY, List.of(stranger, other, known));

        assertThat(ordered).containsExactly(known, stranger, other);
    }

    @Test
    void limitCutsTheEnd() {
        Document stranger = new Document("Bridges are built of stone.");
        Document known = new Document("The Vale bridge, of stone, was built by Lena Marr.");

        assertThat(GraphDocumentPostProcessor.of(rag).withLimit(1).process(QUERY, List.of(stranger, known)))
                .containsExactly(known);
        assertThat(GraphDocumentPostProcessor.of(rag).process(QUERY, List.of())).isEmpty();
        assertThatThrownBy(() -> GraphDocumentPostProcessor.of(rag).withLimit(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the limit of documents is 0; it must be at least 1");
    }
}
