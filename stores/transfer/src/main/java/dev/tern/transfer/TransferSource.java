package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.VectorSource;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A graph that is brought into a store: another store's view, or a file. */
interface TransferSource {
    /** How many passages it has. */
    long passageCount();

    /** What people said of it, which goes along. */
    Notes notes();

    /** Those of some passages that it has, by their ids. */
    Set<String> passagesAmong(Collection<String> ids);

    /** Whether it has passages of a document. */
    boolean hasDocument(String id);

    /** Reads all passages, page by page. */
    void pages(PageConsumer reader);

    /** Whether a passage of the target is the same as one of this source. */
    boolean isSame(Embedded<Passage> passage, Embedded<Passage> stored);

    /** Whether vectors are looked up in the target: then a page is written before the next one is looked at. */
    boolean readsTarget();

    /**
     * The batch that writes passages of a page.
     *
     * @param stored passages of the page that the target has, the same or not
     * @param vectors of what the passages of this page state
     */
    GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> stored, VectorSource vectors);

    /** Gets the pages of a source. */
    @FunctionalInterface
    interface PageConsumer {
        /** A page of passages, and a source of vectors of what they state. */
        void page(List<Embedded<Passage>> passages, VectorSource vectors);
    }
}
