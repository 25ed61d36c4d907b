package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.Bridges;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

class GraphVectorStoreTest {
    private final GraphRag rag = Bridges.built();
    private final GraphVectorStore store = GraphVectorStore.of(rag);
    private final FilterExpressionBuilder filters = new FilterExpressionBuilder();

    @Test
    void nearestPassagesAreFoundWithTheirCosine() {
        assertThat(store.similaritySearch(
                        request("Orla Finn grinds rye at the mill.").topK(1).build()))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.getId()).isEqualTo("mill");
                    assertThat(found.getScore()).isCloseTo(1.0, Offset.offset(1e-4));
                    assertThat(found.getText()).isEqualTo("Orla Finn grinds rye at the mill.");
                });
    }

    @Test
    void retrieverOfSpringWalksTheGraph() {
        VectorStoreDocumentRetriever retriever = VectorStoreDocumentRetriever.builder()
                .vectorStore(GraphVectorStore.of(rag, Mode.LOCAL))
                .topK(2)
                .build();

        assertThat(retriever.retrieve(new Query(Bridges.QUESTION)))
                .extracting(Document::getId)
                .containsExactlyInAnyOrder("family", "bridge");
    }

    @Test
    void thresholdLeavesOutPassages() {
        assertThat(store.similaritySearch(request("Orla Finn grinds rye at the mill.")
                        .similarityThreshold(0.99)
                        .build()))
                .extracting(Document::getId)
                .containsExactly("mill");
    }

    @Test
    void metadataAreWithoutThoseOfSynchronising() {
        store.add(List.of(new Document(
                "ford",
                "The ford is shallow.",
                Map.of("sync_source", "notes", "sync_version", "0", "sync_item", "notes/ford.txt"))));

        assertThat(store.similaritySearch(
                        request("The ford is shallow.").topK(1).build()))
                .singleElement()
                .satisfies(found -> assertThat(found.getMetadata())
                        .containsKey("sync_source")
                        .doesNotContainKeys("sync_version", "sync_item"));
    }

    @Test
    void documentsAreAddedUnderTheirIdsAndDeleted() {
        store.add(List.of(
                new Document("ferry", "Ida Holm sails the ferry.", Map.of("kind", "boat", "title", "The ferry")),
                new Document("ford", "The ford is shallow.", Map.of())));
        assertThat(store.similaritySearch(
                        request("Ida Holm sails the ferry.").topK(1).build()))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.getId()).isEqualTo("ferry");
                    assertThat(found.getMetadata())
                            .containsEntry("title", "The ferry")
                            .containsEntry("kind", "boat");
                });

        store.delete(filters.eq("kind", "boat").build());
        store.delete(List.of("ford"));
        assertThat(rag.statistics().documents()).isEqualTo(3);
    }

    @Test
    void filterHolds() {
        assertThat(store.similaritySearch(request(Bridges.QUESTION)
                        .filterExpression(filters.eq("archive", "Vale").build())
                        .build()))
                .extracting(Document::getId)
                .containsExactly("family");
    }

    @Test
    void nothingIsAddedIfOneDocumentIsRefused() {
        List<Document> documents = List.of(
                new Document("ford", "The ford is shallow.", Map.of()),
                new Document("ferry", "The ferry is late.", Map.of("stops", List.of("Vale"))));

        assertThatThrownBy(() -> store.add(documents))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("document \"ferry\": metadata \"stops\": a metadata value is of type ");
        assertThat(rag.statistics().documents()).isEqualTo(3);
    }

    @Test
    void thresholdOfAWalkOrOfWordsIsRefused() {
        GraphRag hybrid = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(new HashingEmbeddingModel(256))
                .parameters(Parameters.of(Parameter.HYBRID, true))
                .build();
        Map.of(
                        "LOCAL mode",
                        GraphVectorStore.of(rag, Mode.LOCAL),
                        "NAIVE mode with hybrid",
                        GraphVectorStore.of(hybrid))
                .forEach((where, refusing) -> assertThatThrownBy(
                                () -> refusing.similaritySearch(request(Bridges.QUESTION)
                                        .similarityThreshold(0.5)
                                        .build()))
                        .isInstanceOf(TernException.class)
                        .hasMessage("a similarity threshold of 0.5 in " + where + ": its scores are not similarities;"
                                + " search in naive mode without hybrid, or without a threshold"));
    }

    private static SearchRequest.Builder request(String question) {
        return SearchRequest.builder().query(question);
    }
}
