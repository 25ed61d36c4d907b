package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.OcrSpan;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OcrMetadataTest {
    private static final SourceMetadata GIVEN = SourceMetadata.EMPTY.with("type", "application/pdf");

    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private List<Passage> passages(SourceDocument document) {
        TripletExtractor extractor = TripletExtractor.none();
        new Ingestion(
                        store,
                        new HashingEmbeddingModel(16),
                        Parameters.DEFAULT,
                        SentenceSplitter.builder().tokenLimit(24).overlap(0).build(),
                        extractor,
                        extractor)
                .ingest(List.of(document), IngestListener.NONE);
        return store.passages(PassagesBy.DOCUMENT, Set.of(document.id())).stream()
                .map(Embedded::value)
                .sorted(Comparator.comparingInt(Passage::ordinal))
                .toList();
    }

    @Test
    void passageKnowsHowWellItWasReadAndWhichOfItsWordsAreDoubtful() {
        String first = "The harbour of Riga was built in a hard winter long ago by pilots.";
        String second = "The second ship came from Turku and had salt and timber aboard it.";
        String third = "This page was text, and nothing of it was read in a picture at all.";
        String text = String.join("\n\n", first, second, third);
        int winter = text.indexOf("winter");
        SourceDocument document = SourceDocument.of("d", text)
                .withMetadata(GIVEN)
                .withOcrSpans(List.of(
                        new OcrSpan(0, winter - 1, 1, false),
                        new OcrSpan(winter, winter + 6, 0.5, true),
                        new OcrSpan(winter + 7, first.length(), 1, false),
                        new OcrSpan(first.length() + 2, first.length() + 2 + second.length(), 0.9, false)));

        List<Passage> passages = passages(document);

        assertThat(passages).extracting(Passage::text).containsExactly(first, second, third);
        double sure = (first.length() - 8 + 3) / (first.length() - 2.0);
        assertThat(passages.getFirst().metadata())
                .isEqualTo(GIVEN.with(OcrSpan.CONFIDENCE, Math.round(1000 * sure) / 1000.0)
                        .with(OcrSpan.DOUBTFUL, "winter"));
        assertThat(passages.get(1).metadata()).isEqualTo(GIVEN.with(OcrSpan.CONFIDENCE, 0.9));
        assertThat(passages.getLast().metadata()).isEqualTo(GIVEN);
        MetadataFilter sureOnly = MetadataFilter.parse("ocr_confidence >= 0.9");
        assertThat(passages.stream().map(passage -> sureOnly.holds(passage.filterMetadata())))
                .containsExactly(true, true, false);
    }

    @Test
    void wordsThatAreShownAreBounded() {
        String text = IntStream.range(0, 30).mapToObj(i -> "word" + (10 + i)).reduce("", (a, b) -> a + b + " ")
                + "\ud83d\udea2".repeat(100);
        List<OcrSpan> words = IntStream.range(0, 30)
                .mapToObj(i -> new OcrSpan(7 * i, 7 * i + 6, 0.1, true))
                .toList();
        SourceDocument many = SourceDocument.of("d", text).withOcrSpans(words);
        SourceDocument longOne = many.withOcrSpans(List.of(new OcrSpan(210, text.length(), 0, true)));

        assertThat(shown(many))
                .startsWith("word10 word11 ")
                .endsWith(" word29 ...")
                .hasSize(20 * 7 + 3);
        assertThat(shown(longOne)).isEqualTo("\ud83d\udea2".repeat(60));
    }

    private static String shown(SourceDocument document) {
        return OcrMetadata.of(document, Position.ofDocument(document.text()))
                .value(OcrSpan.DOUBTFUL)
                .map(MetadataValue::toString)
                .orElseThrow();
    }

    @Test
    void spansAreInOrderAndWithinTheText() {
        SourceDocument document = SourceDocument.of("d", "A ship.");
        assertThatThrownBy(() -> document.withOcrSpans(List.of(new OcrSpan(0, 8, 1, false))))
                .hasMessage("document \"d\" has an OCR span from character 0 to 8; after one that ends at 0 it "
                        + "must lie between that and 7");
        assertThatThrownBy(
                        () -> document.withOcrSpans(List.of(new OcrSpan(2, 6, 1, false), new OcrSpan(5, 7, 1, false))))
                .hasMessage("document \"d\" has an OCR span from character 5 to 7; after one that ends at 6 it "
                        + "must lie between that and 7");
        assertThatThrownBy(() -> new OcrSpan(3, 3, 1, false))
                .hasMessage("an OCR span goes from character 3 to 3; it must start at 0 or later and not be empty");
        assertThatThrownBy(() -> new OcrSpan(0, 1, Double.NaN, false))
                .hasMessage("an OCR span has a confidence of NaN; it must be 0 to 1");
    }
}
