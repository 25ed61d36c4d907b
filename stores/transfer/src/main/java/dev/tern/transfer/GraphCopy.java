package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.note.Edit;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.transfer.TransferListener.Step;
import dev.tern.transfer.scan.GraphChecksum;
import dev.tern.transfer.scan.PageReader;
import java.util.Locale;

/**
 * Copies a graph into another store, vectors included: nothing is embedded, no model is needed.
 *
 * <p><b>The passage is the record</b>, so a page of passages is copied with everything that hangs on it, as one batch:
 * a copy that was interrupted holds whole passages. Copied again, it goes on: passages that are there and equal are not
 * written again.
 *
 * <p><b>The target</b> may be new, empty, or an earlier copy of the same documents; passages that these documents no
 * longer have in the source are removed at the end. A target with documents that the source has not is refused before
 * anything is written, and so is one of another embedding model or dimension.
 *
 * <p><b>Memory</b> does not grow with the graph: a page is read while the one before is written, and a page is at most
 * {@value PageReader#PASSAGES} passages or about {@value PageReader#VECTOR_MEGABYTES} MB of vectors.
 *
 * <p>For one thread.
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
     * @param source the graph to copy; what is written to it meanwhile is not copied, if its store has snapshots
     * @param target the graph to copy to, which should not be written otherwise meanwhile
     * @param notes whether its notes go along
     * @param listener gets the progress
     * @return what was done, and whether the two are the same now; a difference is in the report, not thrown
     * @throws TernException if the source is empty, the target does not fit it, a store fails, or the thread is
     *     interrupted; what was copied before stays
     */
    public static CopyReport copy(GraphStore source, GraphStore target, boolean notes, TransferListener listener) {
        long start = System.nanoTime();
        try (GraphView from = source.view(Consistency.STRONG)) {
            GraphDescription description =
                    from.description().orElseThrow(() -> TernException.user("the graph to copy is empty"));
            target.description().ifPresent(made -> requireSameModel(description, made));
            long passages = from.statistics().passages();
            if (passages == 0) {
                throw TernException.user("the graph to copy is empty");
            }
            ForeignNotes choice = notes ? ForeignNotes.TAKEN : ForeignNotes.LEFT_OUT;
            Transfer transfer = new Transfer(new ViewSource(from, description, passages), target, choice, listener);
            return transfer.orInterrupted("copying", "copy", () -> {
                Extras extras = transfer.extras();
                requireNothingForeign(extras);
                extras.heldBySource().ifPresent(GraphCopy::refuse);
                transfer.run(extras);
                GraphChecksum ofSource = GraphChecksum.of(from, rows -> listener.progress(Step.COMPARING, rows, -1));
                GraphChecksum ofTarget;
                try (GraphView to = target.view(Consistency.STRONG)) {
                    ofTarget =
                            GraphChecksum.of(to, rows -> listener.progress(Step.COMPARING, ofSource.rows() + rows, -1));
                }
                double millis = (System.nanoTime() - start) / 1e6;
                return new CopyReport(
                        transfer.done(),
                        transfer.unchanged(),
                        transfer.written(),
                        extras.stale().size(),
                        ofSource,
                        ofTarget,
                        transfer.carried(),
                        millis);
            });
        }
    }

    private static void requireSameModel(GraphDescription from, GraphDescription to) {
        if (!from.embeddingModel().equals(to.embeddingModel()) || from.dimension() != to.dimension()) {
            throw TernException.user("the graph to copy has vectors of the embedding model \"" + from.embeddingModel()
                    + "\" (" + from.dimension() + " dimensions), and the graph to copy to has vectors of \""
                    + to.embeddingModel() + "\" (" + to.dimension()
                    + " dimensions); nothing was written. Copy to another graph, or drop this one first");
        }
    }

    private static void refuse(Edit edit) {
        throw TernException.user("in the graph to copy to the edit \"" + edit.id() + "\" was taken back (it "
                + edit.change().words()
                + "), and the graph to copy has its statement; nothing was written. Take it back there too, or copy to"
                + " another graph");
    }

    /** A target with documents that the source has not is no copy of it. */
    private static void requireNothingForeign(Extras extras) {
        if (extras.foreign() > 0) {
            throw TernException.user(String.format(
                    Locale.ROOT,
                    "the graph to copy to holds %,d %s of documents that the graph to copy has not, as of \"%s\";"
                            + " nothing was written. Copy to another graph, or drop this one first",
                    extras.foreign(),
                    extras.foreign() == 1 ? "passage" : "passages",
                    extras.foreignDocument()));
        }
    }
}
