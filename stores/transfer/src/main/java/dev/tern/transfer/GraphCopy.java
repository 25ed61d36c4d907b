package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.note.Edit;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.scan.GraphPages;
import dev.tern.transfer.scan.PageReader;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies a graph into another store, vectors included: nothing is embedded, no model is needed.
 *
 * <p><b>Interruption.</b> Each page of passages is written as one batch with its statements and
 * entities, so an interrupted copy has only complete passages. A second copy resumes: equal
 * passages are not written again.
 *
 * <p><b>The target</b> may be new, empty, or an earlier copy of the same documents; passages that
 * these documents no longer have in the source are removed at the end. A target is refused before
 * anything is written if it has documents that the source lacks, another embedding model or
 * dimension, or an undone edit whose added statement the source has.
 *
 * <p><b>Memory</b> holds a few pages and the ids of the passages to remove. A page is read while
 * the one before is written, and has at most {@value PageReader#PASSAGES} passages and about
 * {@value PageReader#VECTOR_MEGABYTES} MB of vectors.
 *
 * <p>Not thread-safe.
 */
public final class GraphCopy {
    private GraphCopy() {}

    /**
     * Copies a graph into another with its notes, and compares the two.
     *
     * @throws TernException as {@link #copy(GraphStore, GraphStore, boolean, TransferListener)}
     */
    public static CopyReport copy(GraphStore source, GraphStore target, TransferListener listener) {
        return copy(source, target, true, listener);
    }

    /**
     * Copies a graph into another, and compares the two.
     *
     * @param source the graph to copy; if its store has snapshots, concurrent writes are not copied
     * @param target the graph to copy to, without other concurrent writes
     * @param notes true to copy its notes too
     * @param listener gets the progress
     * @return the result; a difference between the graphs is reported, not thrown
     * @throws TernException if the source is empty, the target does not fit it, a store fails, or
     *     the thread is interrupted; pages copied before stay
     */
    public static CopyReport copy(GraphStore source, GraphStore target, boolean notes, TransferListener listener) {
        long start = System.nanoTime();
        try (GraphView from = source.view(Consistency.STRONG)) {
            GraphDescription description =
                    from.description().orElseThrow(() -> TernException.user("the source graph is empty"));
            target.latest().description().ifPresent(made -> requireSameModel(description, made));
            long passages = from.statistics().passages();
            if (passages == 0) {
                throw TernException.user("the source graph is empty");
            }
            ImportedNotes choice = notes ? ImportedNotes.ALWAYS : ImportedNotes.NEVER;
            GraphTransfer transfer =
                    new GraphTransfer(new ViewSource(from, description, passages), target, choice, listener);
            return transfer.orInterrupted("copying", "copy", () -> {
                ExtraPassages extras = transfer.extras();
                requireNothingForeign(extras);
                extras.heldBySource().ifPresent(GraphCopy::refuse);
                transfer.run(extras);
                GraphChecksum ofSource =
                        GraphChecksum.of(from, rows -> listener.progress(TransferStep.COMPARING, rows, -1));
                GraphChecksum ofTarget;
                try (GraphView to = target.view(Consistency.STRONG)) {
                    ofTarget = GraphChecksum.of(
                            to, rows -> listener.progress(TransferStep.COMPARING, ofSource.rows() + rows, -1));
                }
                double millis = (System.nanoTime() - start) / 1e6;
                return new CopyReport(
                        transfer.transferredPassages(),
                        transfer.unchanged(),
                        transfer.written(),
                        extras.passages().size(),
                        ofSource,
                        ofTarget,
                        transfer.carried(),
                        millis);
            });
        }
    }

    private static void requireSameModel(GraphDescription from, GraphDescription to) {
        if (!from.embeddingModel().equals(to.embeddingModel()) || from.dimension() != to.dimension()) {
            throw TernException.user("the source graph has vectors of the embedding model \"" + from.embeddingModel()
                    + "\" (" + from.dimension() + " dimensions), and the target graph has vectors of \""
                    + to.embeddingModel() + "\" (" + to.dimension()
                    + " dimensions); nothing was written. Copy to another graph, or drop this one first");
        }
    }

    private static void refuse(Edit edit) {
        throw TernException.user("in the target graph the edit \"" + edit.id() + "\" was taken back (it "
                + edit.change().describe()
                + "), and the source graph has its statement; nothing was written. Take it back there too, or copy to"
                + " another graph");
    }

    private static void requireNothingForeign(ExtraPassages extras) {
        if (extras.foreign() > 0) {
            throw TernException.user(String.format(
                    Locale.ROOT,
                    "the target graph holds %,d %s of documents that the source graph lacks, such as \"%s\"; nothing"
                            + " was written. Copy to another graph, or drop this one first",
                    extras.foreign(),
                    extras.foreign() == 1 ? "passage" : "passages",
                    extras.foreignDocument()));
        }
    }

    /** The view of a store as a source of passages and all their vectors. */
    private record ViewSource(GraphView view, GraphDescription description, long passageCount)
            implements TransferSource {
        @Override
        public Notes notes() {
            return view.notes();
        }

        @Override
        public Set<String> passagesAmong(Collection<String> ids) {
            return view.passages(PassagesBy.ID, ids).stream()
                    .map(passage -> passage.value().id())
                    .collect(Collectors.toSet());
        }

        @Override
        public boolean hasDocument(String id) {
            return !view.passages(PassagesBy.DOCUMENT, List.of(id)).isEmpty();
        }

        @Override
        public void pages(PageConsumer reader) {
            VectorSource vectors = new StoredVectors(view);
            GraphPages.passages(view, passages -> reader.page(passages, vectors));
        }

        @Override
        public boolean isSame(Embedded<Passage> passage, Embedded<Passage> stored) {
            return passage.equals(stored);
        }

        @Override
        public boolean readsTarget() {
            return false;
        }

        @Override
        public GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> stored, VectorSource vectors) {
            return BatchMaker.ofEmbedded(missing, description.dimension())
                    .from(vectors)
                    .batch(description.embeddingModel(), Set.of());
        }
    }
}
