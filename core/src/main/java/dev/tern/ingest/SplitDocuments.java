package dev.tern.ingest;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits documents, and extracts their statements if the extractor calls no model. Such an
 * extractor sees consecutive parts of one {@linkplain SourceDocument#parentName larger text}, such
 * as a book, as one document. Parts are added to it until it has more than {@value
 * #MAX_TEXT_LENGTH} characters.
 */
final class SplitDocuments implements Iterator<SplitDocuments.SplitDocument> {
    private static final int MAX_TEXT_LENGTH = 1 << 23;

    private final Iterator<SourceDocument> documents;
    private final Function<SourceDocument, List<Passage>> splitter;
    private final TripletExtractor extractor;
    private final Deque<SplitDocument> parts = new ArrayDeque<>();
    private TripletExtractor extractorOfParts;
    private @Nullable SourceDocument next;

    /** A document with its passages in order, some of which may wait for extraction. */
    record SplitDocument(SourceDocument document, List<Passage> passages) {}

    /** Creates an iterator; the splitter creates the passages of a document. */
    SplitDocuments(
            Iterator<SourceDocument> documents,
            Function<SourceDocument, List<Passage>> splitter,
            TripletExtractor extractor) {
        this.documents = documents;
        this.splitter = splitter;
        this.extractor = extractor;
        this.extractorOfParts = extractor;
    }

    @Override
    public boolean hasNext() {
        return !parts.isEmpty() || next != null || documents.hasNext();
    }

    @Override
    public SplitDocument next() {
        if (parts.isEmpty()) {
            read();
        }
        SplitDocument part = parts.remove();
        return extractor.asksModel() ? part : extracted(part);
    }

    private void read() {
        SourceDocument first = next == null ? documents.next() : next;
        next = null;
        SourceDocument document = first;
        long characters = 0;
        do {
            parts.add(new SplitDocument(document, splitter.apply(document)));
            characters += document.text().length();
            // An extractor that asks a model sees each passage alone.
            if (extractor.asksModel() || first.parentName().isEmpty() || !documents.hasNext()) {
                break;
            }
            document = documents.next();
            if (!document.parentName().equals(first.parentName()) || characters > MAX_TEXT_LENGTH) {
                next = document;
            }
        } while (next == null);
        // If no passage waits, the extractor has nothing to do.
        if (parts.stream().anyMatch(part -> part.passages.stream().anyMatch(SplitDocuments::waits))) {
            extractorOfParts = extractor.of(parts.stream()
                    .flatMap(part -> part.passages.stream()
                            .flatMap(passage -> RowStatements.unstated(part.document, passage).stream()))
                    .toList());
        }
    }

    private static boolean waits(Passage passage) {
        return passage.extraction().state() == Extraction.State.WAITING;
    }

    private SplitDocument extracted(SplitDocument part) {
        List<Passage> passages = part.passages.stream()
                .map(passage -> waits(passage)
                        ? passage.withExtraction(
                                RowStatements.unstated(part.document, passage)
                                        .map(extractorOfParts::extract)
                                        .orElse(List.of()),
                                Extraction.finished(extractor.name()))
                        : passage)
                .toList();
        return new SplitDocument(part.document, passages);
    }
}
