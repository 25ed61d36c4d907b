package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.sync.PassageStore;
import dev.tern.documents.sync.PassageStoreContract;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;

class VectorStoreTargetTest extends PassageStoreContract {
    private final VectorStore vectors =
            SimpleVectorStore.builder(new LetterCounts()).build();
    private final VectorStoreTarget target = new VectorStoreTarget(vectors);

    @Override
    protected PassageStore store() {
        return target;
    }

    private List<Document> all() {
        return vectors.similaritySearch(
                SearchRequest.builder().query("rye").topK(1_000).build());
    }

    @Override
    protected List<String> texts() {
        return all().stream().map(Document::getText).toList();
    }

    @Test
    void documentHasItsSourceAndPlace() {
        target.add(List.of(passage()));

        Document document = all().getFirst();
        assertThat(document.getId()).isEqualTo(passage().id());
        assertThat(document.getText()).isEqualTo("The mill\nHam\nMill\n\nOrla grinds rye.");
        assertThat(document.getMetadata())
                .containsAllEntriesOf(Map.of(
                        "documentId", "docs/mill.pdf", "title", "The mill", "heading", "Ham > Mill", "page", "3"));
    }

    private static Passage passage() {
        return Passage.of(
                SourceDocument.of("docs/mill.pdf", "Orla grinds rye.").withTitle("The mill"),
                0,
                "Mill\n\nOrla grinds rye.",
                new Position(0, 22, 3, "Ham > Mill"),
                List.of(),
                Extraction.GIVEN);
    }

    @Test
    void failureIsTheStoresOrItsModels() {
        VectorStoreTarget broken = new VectorStoreTarget(SimpleVectorStore.builder(new LetterCounts() {
                    @Override
                    public EmbeddingResponse call(EmbeddingRequest request) {
                        throw new IllegalStateException("no key");
                    }
                })
                .build());

        assertThatThrownBy(() -> broken.add(List.of(passage())))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                .hasMessage("the VectorStore SimpleVectorStore, or its embedding model, did not add: no key");
    }
}
