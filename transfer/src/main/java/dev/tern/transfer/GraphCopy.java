package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.Quarantine;
import dev.tern.store.RowKind;
import dev.tern.transfer.scan.GraphChecksum;
import dev.tern.transfer.scan.GraphPages;
import dev.tern.transfer.scan.SourceVectors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * Copies a graph into another store, vectors included: nothing is embedded, no model is needed.
 *
 * <pre>
 *   source view   --scan-->  page of passages  --those that the target lacks-->  batch with its vectors
 *                                                                                  |  written meanwhile
 *   compare: source view, target view                                              v
 *                                                                                target
 * </pre>
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
 * {@value GraphPages#PAGE_PASSAGES} passages or about {@value GraphPages#PAGE_VECTOR_MEGABYTES} MB of vectors.
 *
 * <p>For one thread.
 */
public final class GraphCopy {
    private final GraphStore source;
    private final GraphStore target;
    private final CopyListener listener;

    private GraphCopy(GraphStore source, GraphStore target, CopyListener listener) {
        this.source = source;
        this.target = target;
        this.listener = listener;
    }

    /**
     * Copies a graph into another, and compares the two.
     *
     * @param source the graph to copy; what is written to it meanwhile is not copied, if its store has snapshots
     * @param target the graph to copy to, which nobody else should write meanwhile
     * @param listener hears how it goes on
     * @return what was done, and whether the two are the same now; a difference is in the report, not thrown
     * @throws TernException if the source is empty, the target does not fit it, a store fails, or the thread is
     *     interrupted; what was copied before stays
     */
    public static CopyReport copy(GraphStore source, GraphStore target, CopyListener listener) {
        return new GraphCopy(source, target, listener).run();
    }

    private CopyReport run() {
        long start = System.nanoTime();
        try (GraphView from = source.view(Consistency.STRONG)) {
            GraphDescription description =
                    from.description().orElseThrow(() -> TernException.user("the graph to copy is empty"));
            boolean filled = target.description()
                    .map(made -> requireSameModel(description, made))
                    .orElse(false);
            long total = from.statistics().passages();
            if (total == 0) {
                throw TernException.user("the graph to copy is empty");
            }
            CopyTally tally = new CopyTally(total, listener);
            try {
                Set<String> stale = filled ? stalePassages(from) : Set.of();
                if (filled) {
                    quarantine(from.quarantine());
                }
                copyPassages(from, description, filled, tally);
                quarantine(from.quarantine());
                remove(stale, description);
                GraphChecksum ofSource = GraphChecksum.of(from, listener::compared);
                long rows = rows(ofSource);
                GraphChecksum ofTarget;
                try (GraphView to = target.view(Consistency.STRONG)) {
                    ofTarget = GraphChecksum.of(to, more -> listener.compared(rows + more));
                }
                double millis = (System.nanoTime() - start) / 1e6;
                return new CopyReport(
                        tally.done(), tally.unchanged(), tally.written(), stale.size(), ofSource, ofTarget, millis);
            } catch (CancellationException | TernException e) {
                throw Thread.currentThread().isInterrupted() ? interrupted(tally, e) : e;
            }
        }
    }

    /** What the source hides the copy hides too, beside what it hides already. */
    private void quarantine(Quarantine hidden) {
        if (!hidden.sources().isEmpty()) {
            target.quarantine(present -> present.with(hidden.sources()));
        }
    }

    private static boolean requireSameModel(GraphDescription from, GraphDescription to) {
        if (!from.embeddingModel().equals(to.embeddingModel()) || from.dimension() != to.dimension()) {
            throw TernException.user("the graph to copy has vectors of the embedding model \"" + from.embeddingModel()
                    + "\" (" + from.dimension() + " dimensions), and the graph to copy to has vectors of \""
                    + to.embeddingModel() + "\" (" + to.dimension()
                    + " dimensions); nothing was written. Copy to another graph, or drop this one first");
        }
        return true;
    }

    /**
     * The passages of the target that their documents no longer have in the source.
     *
     * @throws TernException if a document is not in the source at all: then the target is no copy of it
     */
    private Set<String> stalePassages(GraphView from) {
        StrangePassages strange = new StrangePassages(from);
        try (GraphView to = target.view(Consistency.STRONG)) {
            to.scan(strange);
        }
        strange.look();
        strange.requireNoStrangers();
        return strange.stale;
    }

    private void copyPassages(GraphView from, GraphDescription description, boolean filled, CopyTally tally) {
        SourceVectors vectors = new SourceVectors(from, description);
        try (BatchWriter writer = new BatchWriter(target, tally)) {
            GraphPages.passages(from, page -> {
                List<Embedded<Passage>> there = filled ? target.passages(PassagesBy.ID, ids(page)) : List.of();
                List<Embedded<Passage>> missing = missing(page, there);
                tally.found(page.size() - missing.size());
                if (!missing.isEmpty()) {
                    Set<String> fresh = new HashSet<>(ids(missing));
                    ids(there).forEach(fresh::remove);
                    writer.write(vectors.batch(missing).after(new GraphBatch.Seen(fresh, Set.of())));
                }
                tally.tell();
            });
            writer.finish();
        }
        tally.tell();
    }

    private void remove(Set<String> stale, GraphDescription description) {
        List<String> ids = new ArrayList<>(stale);
        for (int start = 0; start < ids.size(); start += GraphPages.PAGE_PASSAGES) {
            Set<String> some =
                    new HashSet<>(ids.subList(start, Math.min(start + GraphPages.PAGE_PASSAGES, ids.size())));
            target.write(new GraphBatch(description.embeddingModel(), List.of(), Map.of(), Map.of(), some));
        }
    }

    /** Those that the target has not, or has otherwise. */
    private static List<Embedded<Passage>> missing(List<Embedded<Passage>> page, List<Embedded<Passage>> there) {
        Set<Embedded<Passage>> equal = new HashSet<>(there);
        return page.stream().filter(passage -> !equal.contains(passage)).toList();
    }

    private static List<String> ids(List<Embedded<Passage>> passages) {
        return passages.stream().map(passage -> passage.value().id()).toList();
    }

    private static long rows(GraphChecksum checksum) {
        return checksum.entities().rows()
                + checksum.relations().rows()
                + checksum.passages().rows();
    }

    private static TernException interrupted(CopyTally tally, RuntimeException cause) {
        return TernException.user(
                String.format(
                        Locale.ROOT,
                        "copying was interrupted after %,d of %,d passages; those are stored, and the same copy again"
                                + " goes on from there",
                        tally.done(),
                        tally.total()),
                cause);
    }

    /** Finds the passages that the source has not, looking up a page of ids at a time. */
    private static final class StrangePassages implements GraphVisitor {
        private final GraphView from;
        private final Map<String, String> documentById = new HashMap<>();
        private final Set<String> stale = new HashSet<>();
        private long strangers;
        private String example = "";

        StrangePassages(GraphView from) {
            this.from = from;
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.PASSAGE);
        }

        @Override
        public void passage(Embedded<Passage> passage) {
            documentById.put(passage.value().id(), passage.value().documentId());
            if (documentById.size() >= GraphPages.PAGE_PASSAGES) {
                look();
            }
        }

        void look() {
            GraphPages.requireUninterrupted();
            ids(from.passages(PassagesBy.ID, new ArrayList<>(documentById.keySet())))
                    .forEach(documentById::remove);
            if (documentById.isEmpty()) {
                return;
            }
            Set<String> known = new HashSet<>();
            from.passages(PassagesBy.DOCUMENT, new HashSet<>(documentById.values()))
                    .forEach(passage -> known.add(passage.value().documentId()));
            documentById.forEach((id, document) -> {
                if (known.contains(document)) {
                    stale.add(id);
                } else {
                    strangers++;
                    example = document;
                }
            });
            documentById.clear();
        }

        void requireNoStrangers() {
            if (strangers > 0) {
                throw TernException.user(String.format(
                        Locale.ROOT,
                        "the graph to copy to holds %,d %s of documents that the graph to copy has not, as of \"%s\";"
                                + " nothing was written. Copy to another graph, or drop this one first",
                        strangers,
                        strangers == 1 ? "passage" : "passages",
                        example));
            }
        }
    }
}
