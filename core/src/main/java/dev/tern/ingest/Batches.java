package dev.tern.ingest;

import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents as batches: read one after the other, a large one in a batch of its own, no batch with two of one id. */
final class Batches implements Iterator<Batch> {
    private final Iterator<Document> documents;
    private final Function<Document, List<Passage>> passages;
    /** A document that was read and belongs to the next batch, and its passages if they were made. */
    private @Nullable Document next;

    private @Nullable List<Passage> passagesOfNext;

    /**
     * Batches of the passages of documents.
     *
     * @param passages makes the passages of a document
     */
    Batches(Iterator<Document> documents, Function<Document, List<Passage>> passages) {
        this.documents = documents;
        this.passages = passages;
    }

    @Override
    public boolean hasNext() {
        return next != null || documents.hasNext();
    }

    @Override
    public Batch next() {
        Batch batch = new Batch();
        do {
            Document document = next == null ? documents.next() : next;
            if (batch.holds(document.id())) {
                next = document;
                return batch;
            }
            List<Passage> made = passagesOfNext == null ? passages.apply(document) : passagesOfNext;
            boolean large = made.size() > Batch.MOST_OF_A_DOCUMENT;
            if (large && !batch.isEmpty()) {
                next = document;
                passagesOfNext = made;
                return batch;
            }
            next = null;
            passagesOfNext = null;
            batch.add(document, made);
        } while (!batch.isFull() && hasNext());
        return batch;
    }
}
