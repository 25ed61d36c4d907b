package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.VectorSource;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A graph to transfer into a store: another store's view, or a file. */
interface TransferSource {
    long passageCount();

    Notes notes();

    /** Returns the ids among {@code ids} that are passages of this source. */
    Set<String> passagesAmong(Collection<String> ids);

    /** Returns true if this source has passages of a document. */
    boolean hasDocument(String id);

    /** Reads all passages, page by page. */
    void pages(PageConsumer reader);

    /**
     * Returns true if a passage of this source equals the stored one with its id, and so need not
     * be written.
     */
    boolean isSame(Embedded<Passage> passage, Embedded<Passage> stored);

    /**
     * Returns true if vectors of earlier pages are read from the target, so that these pages must
     * be written first.
     */
    boolean readsTarget();

    /**
     * Creates the batch that writes the missing passages of a page.
     *
     * @param stored passages of the page that the target has, equal or not
     * @param vectors the vectors that {@link #pages} passed with the page
     */
    GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> stored, VectorSource vectors);

    /** Receives the pages of a source. */
    @FunctionalInterface
    interface PageConsumer {
        /** Receives a page of passages, with vectors of their relations and entities. */
        void page(List<Embedded<Passage>> passages, VectorSource vectors);
    }
}
