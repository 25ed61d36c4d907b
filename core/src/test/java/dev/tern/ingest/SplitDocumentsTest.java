package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SplitDocumentsTest {
    private static final String ONE = "He saw that Whistle was open. Narrow streets led down.";
    private static final String OTHER = "They whistle in the narrow house.";

    private static SourceDocument part(String id, String whole, String text) {
        return SourceDocument.of(id, text)
                .withMetadata(SourceMetadata.of(whole.isEmpty() ? Map.of() : Map.of("doc", whole)));
    }

    private static List<Passage> passages(SourceDocument document) {
        return List.of(Passage.of(
                document,
                0,
                document.text(),
                Position.ofDocument(document.text()),
                List.of(),
                Extraction.waiting(TripletExtractor.rules().name())));
    }

    private static List<List<String>> namesOf(SourceDocument... documents) {
        List<List<String>> names = new ArrayList<>();
        new SplitDocuments(List.of(documents).iterator(), SplitDocumentsTest::passages, TripletExtractor.rules())
                .forEachRemaining(made -> names.add(made.passages().stream()
                        .flatMap(passage -> passage.statements().stream())
                        .map(Statement::entities)
                        .flatMap(List::stream)
                        .toList()));
        return names;
    }

    @Test
    void whatOnePartWritesWithoutACapitalIsNoNameInAnother() {
        assertThat(namesOf(part("1", "book", ONE), part("2", "book", OTHER))).containsExactly(List.of(), List.of());
        assertThat(namesOf(part("1", "book", ONE), part("2", "other", OTHER)).getFirst())
                .containsExactly("Whistle");
        assertThat(namesOf(part("1", "", ONE), part("2", "", OTHER)).getFirst()).containsExactly("Whistle");
    }

    @Test
    void documentsOfOneTitleArePartsOfOneWhole() {
        assertThat(part("1", "", ONE).withTitle("A book").parentName()).isEqualTo("A book");
        assertThat(part("1", "book", ONE).withTitle("A book").parentName()).isEqualTo("book");
        assertThat(part("1", "", ONE).parentName()).isEmpty();
    }

    @Test
    void partsAreReadNoFurtherThanTheirWhole() {
        List<String> read = new ArrayList<>();
        Iterator<SourceDocument> documents =
                List.of(part("1", "a", ONE), part("2", "b", ONE), part("3", "b", ONE)).stream()
                        .peek(document -> read.add(document.id()))
                        .iterator();
        SplitDocuments wholes = new SplitDocuments(documents, SplitDocumentsTest::passages, TripletExtractor.rules());

        assertThat(wholes.next().document().id()).isEqualTo("1");
        assertThat(read).containsExactly("1", "2");
        assertThat(wholes.next().document().id()).isEqualTo("2");
        assertThat(wholes.next().document().id()).isEqualTo("3");
        assertThat(wholes.hasNext()).isFalse();
    }
}
