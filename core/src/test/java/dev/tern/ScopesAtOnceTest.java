package dev.tern;

import static dev.tern.testing.Tenants.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two tenants of one graph add a document of the same id concurrently. */
class ScopesAtOnceTest {
    private static final String TAKEN =
            "document \"readme\" cannot be added: its id is taken by one outside the scope of this GraphRag";

    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private GraphRag of(String tenant, Runnable gate) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(new GatedEmbeddingModel(gate))
                .extractor(TripletExtractor.none())
                .splitter(document -> document.text()
                        .lines()
                        .map(line -> new PassageText(line, Position.ofDocument(line)))
                        .toList())
                .scope(tenant(tenant))
                .build();
    }

    private GraphRag of(String tenant) {
        return of(tenant, () -> {});
    }

    private static SourceDocument document(String id, String tenant, String text) {
        return SourceDocument.of(id, text).withMetadata(SourceMetadata.EMPTY.with("tenant", tenant));
    }

    private void assertReadmeIsOfRed() {
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("readme")))
                .extracting(passage -> passage.value().text())
                .containsExactly("red line");
    }

    @Test
    void idThatIsTakenWhileABatchIsReadIsRefused() {
        Iterable<SourceDocument> documents = () -> Stream.of("readme", "other")
                .map(id -> {
                    if (id.equals("other")) {
                        of("red").add(document("readme", "red", "red line"));
                    }
                    return document(id, "blue", "blue line");
                })
                .iterator();

        assertThatThrownBy(() -> of("blue").add(documents, IngestListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage(TAKEN);
        assertReadmeIsOfRed();
    }

    @Test
    void idThatIsTakenWhileABatchIsMadeIsRefused() {
        GraphRag blue = of("blue", () -> of("red").add(document("readme", "red", "red line")));

        assertThatThrownBy(() -> blue.add(document("readme", "blue", "blue line")))
                .isInstanceOf(TernException.class)
                .hasMessage(TAKEN);
        assertReadmeIsOfRed();
    }

    @Test
    void idThatIsTakenIsRefusedBeforeTheFirstPartOfALargeDocument() {
        of("red").add(document("readme", "red", "red line"));
        String lines = IntStream.range(0, 2 * Ingestion.PASSAGES_STORED_AT_ONCE)
                .mapToObj(i -> "blue line " + i)
                .collect(Collectors.joining("\n"));

        assertThatThrownBy(() -> of("blue").add(document("readme", "blue", lines)))
                .isInstanceOf(TernException.class)
                .hasMessage(TAKEN);
        assertReadmeIsOfRed();
    }
}
