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
                Extraction.waiting("together")));
    }

    /** A fake extractor that makes a statement of the ids of the documents that it sees together. */
    private record TogetherExtractor(List<String> ids) implements TripletExtractor {
        @Override
        public String name() {
            return "together";
        }

        @Override
        public TripletExtractor of(List<Passage> passages) {
            return new TogetherExtractor(
                    passages.stream().map(Passage::documentId).toList());
        }

        @Override
        public List<Statement> extract(Passage passage) {
            return List.of(Statement.ofNames(ids));
        }
    }

    private static SplitDocuments split(Iterator<SourceDocument> documents) {
        return new SplitDocuments(documents, SplitDocumentsTest::passages, new TogetherExtractor(List.of()));
    }

    private static List<List<String>> seenTogether(SourceDocument... documents) {
        List<List<String>> together = new ArrayList<>();
        split(List.of(documents).iterator())
                .forEachRemaining(made -> together.add(made.passages().stream()
                        .flatMap(passage -> passage.statements().stream())
                        .flatMap(statement -> statement.entities().stream())
                        .toList()));
        return together;
    }

    @Test
    void extractorSeesThePartsOfOneTextTogether() {
        assertThat(seenTogether(part("one", "book", ONE), part("two", "book", ONE)))
                .containsExactly(List.of("one", "two"), List.of("one", "two"));
        assertThat(seenTogether(part("one", "book", ONE), part("two", "other", ONE)))
                .containsExactly(List.of("one"), List.of("two"));
        assertThat(seenTogether(part("one", "", ONE), part("two", "", ONE)))
                .containsExactly(List.of("one"), List.of("two"));
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
        SplitDocuments wholes = split(documents);

        assertThat(wholes.next().document().id()).isEqualTo("1");
        assertThat(read).containsExactly("1", "2");
        assertThat(wholes.next().document().id()).isEqualTo("2");
        assertThat(wholes.next().document().id()).isEqualTo("3");
        assertThat(wholes.hasNext()).isFalse();
    }
}
