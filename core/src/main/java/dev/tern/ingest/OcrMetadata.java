package dev.tern.ingest;

import dev.tern.graph.Document;
import dev.tern.graph.Metadata;
import dev.tern.graph.OcrSpan;
import dev.tern.graph.Place;
import java.util.List;
import java.util.stream.Collectors;

/** Adds the OCR confidence and doubtful words of a passage to the document's metadata. */
final class OcrMetadata {
    private static final int MOST_SHOWN = 20;
    private static final int LONGEST_SHOWN = 60;
    private static final double THOUSANDTHS = 1_000;

    private OcrMetadata() {}

    /** Returns the metadata of the passage at a place. */
    static Metadata of(Document document, Place place) {
        List<OcrSpan> spans = Ranges.within(document.ocrSpans(), OcrSpan::start, OcrSpan::end, place);
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
        Metadata metadata =
                document.metadata().with(OcrSpan.CONFIDENCE, Math.round(sum / characters * THOUSANDTHS) / THOUSANDTHS);
        List<OcrSpan> doubtful = spans.stream().filter(OcrSpan::doubtful).toList();
        if (!doubtful.isEmpty()) {
            String shown = doubtful.stream()
                    .limit(MOST_SHOWN)
                    .map(word -> shown(document.text().substring(word.start(), word.end())))
                    .collect(Collectors.joining(" "));
            metadata = metadata.with(OcrSpan.DOUBTFUL, doubtful.size() > MOST_SHOWN ? shown + " ..." : shown);
        }
        return metadata;
    }

    /** Truncates a word, since in scripts without spaces a whole line counts as one. */
    private static String shown(String word) {
        return word.codePoints()
                .limit(LONGEST_SHOWN)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
