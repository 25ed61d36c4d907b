package dev.tern.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.tern.documents.sync.PassageStore;
import dev.tern.documents.sync.PassageStoreContract;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingStoreTargetTest extends PassageStoreContract {
    private static final EmbeddingModel MODEL = new HashingEmbeddingModel(16);
    private static final Passage PASSAGE = Passage.of(
            SourceDocument.of("docs/mill.pdf", "Orla grinds rye.").withTitle("The mill"),
            0,
            "Mill\n\nOrla grinds rye.",
            new Position(0, 22, 3, "The mill > Ham > Mill"),
            List.of(),
            Extraction.GIVEN);

    private final InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    private final EmbeddingStoreTarget target = new EmbeddingStoreTarget(store, MODEL);

    @Override
    protected PassageStore store() {
        return target;
    }

    private List<EmbeddingMatch<TextSegment>> all() {
        return store.search(EmbeddingSearchRequest.builder()
                        .queryEmbedding(MODEL.embed("rye").content())
                        .maxResults(1_000)
                        .minScore(0.0)
                        .build())
                .matches();
    }

    @Override
    protected List<String> texts() {
        return all().stream().map(match -> match.embedded().text()).toList();
    }

    @Test
    void segmentHasItsSourceAndPlace() {
        target.add(List.of(PASSAGE));

        EmbeddingMatch<TextSegment> segment = all().getFirst();
        assertThat(segment.embeddingId()).isEqualTo(PASSAGE.id());
        assertThat(segment.embedded())
                .isEqualTo(TextSegment.from(
                        "The mill\nHam\nMill\n\nOrla grinds rye.",
                        Metadata.from("documentId", "docs/mill.pdf")
                                .put("passageId", PASSAGE.id())
                                .put("title", "The mill")
                                .put("heading", "The mill > Ham > Mill")
                                .put("page", "3")));
    }

    @Test
    void failuresSayWhoseTheyAre() {
        EmbeddingModel broken = new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                throw new IllegalStateException("no key");
            }
        };
        assertFails(
                () -> new EmbeddingStoreTarget(store, broken).add(List.of(PASSAGE)),
                Fault.MODEL,
                "the embedding model failed: no key");
        EmbeddingStoreTarget failing = new EmbeddingStoreTarget(new FailingStore(), MODEL);
        assertFails(
                () -> failing.add(List.of(PASSAGE)),
                Fault.STORE,
                "the EmbeddingStore FailingStore did not add: the disk is full");
        assertFails(
                () -> failing.remove(List.of("1")),
                Fault.OPERATOR,
                "the EmbeddingStore FailingStore cannot remove segments by id, as synchronising needs: use another");
    }

    private static void assertFails(Runnable call, Fault fault, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessage(message);
    }

    /** A store that is full, and never removes. */
    private static final class FailingStore extends InMemoryEmbeddingStore<TextSegment> {
        @Override
        public void addAll(List<String> ids, List<Embedding> embeddings, List<TextSegment> segments) {
            throw new IllegalStateException("the disk is full");
        }

        @Override
        public void removeAll(Collection<String> ids) {
            throw new UnsupportedFeatureException("Not supported yet.");
        }
    }
}
