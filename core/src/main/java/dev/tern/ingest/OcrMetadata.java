package dev.tern.ingest;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.split.RangeSearch;
import dev.tern.text.CodePoints;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates the metadata of a passage: the metadata of its document, with the mean OCR confidence and
 * at most {@value #MAX_SHOWN} doubtful words of the passage.
 */
final class OcrMetadata {
    private static final int MAX_SHOWN = 20;
    private static final int MAX_SHOWN_LENGTH = 60;
    private static final double THOUSANDTHS = 1_000;

    private OcrMetadata() {}

    static SourceMetadata of(SourceDocument document, Position place) {
        List<OcrSpan> spans = RangeSearch.overlapping(document.ocrSpans(), OcrSpan::start, OcrSpan::end, place);
        if (spans.isEmpty()) {
            return document.metadata();
        }
        double sum = 0;
        long characters = 0;
        for (OcrSpan span : spans) {
            int inside = Math.min(span.end(), place.end()) - Math.max(span.start(), place.start());
            sum += inside * span.confidence();
            characters += inside;
        }
        SourceMetadata metadata =
                document.metadata().with(OcrSpan.CONFIDENCE, Math.round(sum / characters * THOUSANDTHS) / THOUSANDTHS);
        List<OcrSpan> doubtful = spans.stream().filter(OcrSpan::doubtful).toList();
        if (!doubtful.isEmpty()) {
            String shown = doubtful.stream()
                    .limit(MAX_SHOWN)
                    .map(word ->
                            CodePoints.first(document.text().substring(word.start(), word.end()), MAX_SHOWN_LENGTH))
                    .collect(Collectors.joining(" "));
            metadata = metadata.with(OcrSpan.DOUBTFUL, doubtful.size() > MAX_SHOWN ? shown + " ..." : shown);
        }
        return metadata;
    }
}
