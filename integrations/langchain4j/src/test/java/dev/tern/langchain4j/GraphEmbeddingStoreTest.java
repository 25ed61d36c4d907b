package dev.tern.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.note.Note;
import dev.tern.settings.Mode;
import dev.tern.testing.Bridges;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.NotedEdits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class GraphEmbeddingStoreTest {
    private final EmbeddingModel model = new HashingEmbeddingModel(256);
    private final GraphRag rag = Bridges.built();
    private final GraphEmbeddingStore store = GraphEmbeddingStore.of(rag);

    @Test
    void nearestPassagesAreFoundWithTheirCosine() {
        List<EmbeddingMatch<TextSegment>> found = search(store, "Orla Finn grinds rye at the mill.", 1, 0);

        assertThat(found).singleElement().satisfies(match -> {
            assertThat(match.embeddingId()).isEqualTo("mill");
            assertThat(match.score()).isCloseTo(1.0, Offset.offset(1e-4));
            assertThat(match.embedded().text()).isEqualTo("Orla Finn grinds rye at the mill.");
            assertThat(match.embedded().metadata().getString("documentId")).isEqualTo("mill");
        });
    }

    @Test
    void retrieverOfLangChain4jWalksTheGraph() {
        EmbeddingStoreContentRetriever retriever = EmbeddingStoreContentRetriever.builder()
                .embeddingStore(GraphEmbeddingStore.of(rag, Mode.LOCAL))
                .embeddingModel(model)
                .maxResults(2)
                .build();

        assertThat(retriever.retrieve(Query.from(Bridges.QUESTION)))
                .extracting(content -> content.textSegment().metadata().getString("documentId"))
                .containsExactlyInAnyOrder("family", "bridge");
    }

    @Test
    void minimumScoreLeavesOutPassages() {
        assertThat(search(store, "Orla Finn grinds rye at the mill.", 3, 0.99))
                .extracting(EmbeddingMatch::embeddingId)
                .containsExactly("mill");
    }

    @Test
    void segmentsAreAddedUnderTheirIdsAndRemoved() {
        store.addAll(
                List.of("ferry", "ford"),
                List.of(embedding("a"), embedding("b")),
                List.of(
                        TextSegment.from("Ida Holm sails the ferry.", Metadata.from("kind", "boat")),
                        TextSegment.from("The ford is shallow.")));
        assertThat(search(store, "Ida Holm sails the ferry.", 1, 0))
                .extracting(EmbeddingMatch::embeddingId)
                .containsExactly("ferry");

        store.removeAll(metadataKey("kind").isEqualTo("boat"));
        store.remove("ford");
        assertThat(rag.statistics().documents()).isEqualTo(3);
        store.removeAll();
        assertThat(rag.statistics().documents()).isZero();
    }

    @Test
    void filterHolds() {
        EmbeddingSearchRequest request = EmbeddingSearchRequest.builder()
                .queryEmbedding(embedding(Bridges.QUESTION))
                .filter(metadataKey("archive").isEqualTo("Vale"))
                .build();

        assertThat(store.search(request).matches())
                .extracting(EmbeddingMatch::embeddingId)
                .containsExactly("family");
    }

    @Test
    void lessTrustedSourceIsMovedDown() {
        rag.store("trusting").changeNotes(NotedEdits.trust(new Note.Act("test", Instant.EPOCH, ""), "mill=0.1"));

        assertThat(search(store, "Orla Finn grinds rye at the mill.", 3, 0))
                .extracting(EmbeddingMatch::embeddingId)
                .hasSize(3)
                .endsWith("mill");
    }

    @Test
    void metadataAreWithoutThoseOfSynchronising() {
        rag.add(SourceDocument.of("ford", "The ford is shallow.")
                .withMetadata(SourceMetadata.of(
                        Map.of("sync_source", "notes", "sync_version", "0", "sync_item", "notes/ford.txt"))));

        assertThat(search(store, "The ford is shallow.", 1, 0))
                .singleElement()
                .satisfies(match -> assertThat(match.embedded().metadata().toMap())
                        .containsKey("sync_source")
                        .doesNotContainKeys("sync_version", "sync_item"));
    }

    @Test
    void embeddingWithoutTextIsRefused() {
        assertThatThrownBy(() -> store.add(embedding("a")))
                .isInstanceOf(TernException.class)
                .hasMessage("an embedding without a text segment cannot be added to a graph");
    }

    @Test
    void nothingIsAddedIfOneSegmentIsRefused() {
        List<TextSegment> segments = List.of(
                TextSegment.from("The ford is shallow."),
                TextSegment.from("The ferry is late.", new Metadata().put("depth", Double.NaN)));

        assertThatThrownBy(
                        () -> store.addAll(List.of("ford", "ferry"), List.of(embedding("a"), embedding("b")), segments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("document \"ferry\", metadata \"depth\": ");
        assertThat(rag.statistics().documents()).isEqualTo(3);
    }

    @Test
    void minimumScoreOfAWalkIsRefused() {
        assertThatThrownBy(() -> search(GraphEmbeddingStore.of(rag, Mode.LOCAL), Bridges.QUESTION, 2, 0.5))
                .isInstanceOf(TernException.class)
                .hasMessage("a minimum score of 0.5 in LOCAL mode: its scores are not similarities; search in naive"
                        + " mode or without a minimum");
    }

    @Test
    void walkWithoutTheTextOfTheQueryIsRefused() {
        EmbeddingSearchRequest request =
                EmbeddingSearchRequest.builder().queryEmbedding(embedding("a")).build();

        assertThatThrownBy(() -> GraphEmbeddingStore.of(rag, Mode.LOCAL).search(request))
                .isInstanceOf(TernException.class)
                .hasMessage("a search in LOCAL mode needs the text of the query");
    }

    private List<EmbeddingMatch<TextSegment>> search(
            GraphEmbeddingStore searched, String question, int limit, double minimum) {
        return searched.search(EmbeddingSearchRequest.builder()
                        .query(question)
                        .queryEmbedding(embedding(question))
                        .maxResults(limit)
                        .minScore(minimum)
                        .build())
                .matches();
    }

    private Embedding embedding(String text) {
        return model.embed(text).content();
    }
}
