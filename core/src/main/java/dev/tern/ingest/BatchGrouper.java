package dev.tern.ingest;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Groups documents into batches: a large document alone, and no two with the same id. */
final class BatchGrouper implements Iterator<DocumentBatch> {
    private final Iterator<SplitDocuments.SplitDocument> documents;

    /** A document that was read for the next batch. */
    private SplitDocuments.@Nullable SplitDocument next;

    BatchGrouper(Iterator<SplitDocuments.SplitDocument> documents) {
        this.documents = documents;
    }

    @Override
    public boolean hasNext() {
        return next != null || documents.hasNext();
    }

    @Override
    public DocumentBatch next() {
        DocumentBatch batch = new DocumentBatch();
        do {
            SplitDocuments.SplitDocument made = next == null ? documents.next() : next;
            boolean large = made.passages().size() > DocumentBatch.PASSAGES;
            if (batch.contains(made.document().id()) || (large && !batch.isEmpty())) {
                next = made;
                return batch;
            }
            next = null;
            batch.add(made.document(), made.passages());
        } while (!batch.isFull() && hasNext());
        return batch;
    }
}
