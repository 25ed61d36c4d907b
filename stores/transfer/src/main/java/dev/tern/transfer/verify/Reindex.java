package dev.tern.transfer.verify;

import dev.tern.error.TernException;
import dev.tern.graph.ContentIdSet;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Edit;
import dev.tern.note.NamingRules;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.transfer.scan.Cancellation;
import dev.tern.transfer.scan.GraphPages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Rebuilds the statements and entities of a graph from its passages, which are the record. Pages of
 * passages are written again with their statements and entities; at the end, rows that no passage
 * states or names are removed. Texts, extracted statements and edits stay; interrupted edits are
 * then fully applied.
 *
 * <p>Existing vectors are kept. The embedding model is called only where a vector is missing or not
 * of unit length.
 *
 * <p>A run that fails loses no passage, and the next run makes the graph whole.
 */
public final class Reindex {
    private static final int ROWS_A_STEP = 1_000;

    private final GraphStore graph;
    private final ModelVectors model;
    private final StoredVectors stored;
    private final LongConsumer progress;
    private final NamingRules rules;
    private final ContentIdSet passages = new ContentIdSet();
    private final ContentIdSet relations = new ContentIdSet();
    private final ContentIdSet entities = new ContentIdSet();
    private final List<String> misnamed = new ArrayList<>();
    private long removedRows;

    private Reindex(GraphStore graph, GraphView view, Supplier<TextEmbedder> embedder, LongConsumer progress) {
        this.graph = graph;
        this.model = new ModelVectors(embedder, view.description(), () -> {});
        this.stored = new StoredVectors(view);
        this.progress = progress;
        this.rules = view.changeNotes().rules();
    }

    /**
     * Rebuilds a graph's rows.
     *
     * @param graph the graph, without other concurrent writes
     * @param embedder returns the model; called only if something has to be embedded
     * @param progress gets the number of passages written, after each page
     * @throws TernException if something has to be embedded and the model is not the graph's, or
     *     the model or the store fails, or the thread is interrupted
     */
    public static ReindexReport run(GraphStore graph, Supplier<TextEmbedder> embedder, LongConsumer progress) {
        long start = System.nanoTime();
        try (GraphView view = graph.view(Consistency.STRONG)) {
            Reindex reindex = new Reindex(graph, view, embedder, progress);
            try {
                GraphPages.passages(view, reindex::write);
                reindex.removeStrangers();
                List<Edit> pending = view.changeNotes().pending();
                if (!pending.isEmpty()) {
                    graph.changeNotes(present -> present.applied(pending));
                }
            } catch (CancellationException | TernException e) {
                throw reindex.interrupted(e);
            }
            return new ReindexReport(
                    reindex.passages.size(),
                    reindex.removedRows,
                    reindex.model.embeddedTexts(),
                    (System.nanoTime() - start) / 1e6);
        }
    }

    private void write(List<Embedded<Passage>> page) {
        Map<String, Passage> anew = new LinkedHashMap<>();
        Set<String> named = new LinkedHashSet<>();
        List<Embedded<Passage>> trusted = new ArrayList<>();
        for (Embedded<Passage> embedded : page) {
            Passage passage = embedded.value();
            Passage right = ExpectedPassage.of(passage);
            if (right.equals(passage)) {
                trusted.add(embedded);
            } else if (!right.id().equals(passage.id())) {
                misnamed.add(passage.id());
            }
            if (passages.add(right.id())) {
                Passage following = rules.canonicalise(right);
                anew.put(right.id(), following);
                for (RelationRow row : RelationRow.of(following)) {
                    relations.add(row.id());
                    row.entityIds().stream().filter(entities::add).forEach(named::add);
                }
            }
        }
        GraphBatch batch = model.batch(anew.values(), VectorSource.ofPassages(trusted), stored);
        // A batch does not overwrite existing entities.
        graph.removeRows(RowKind.ENTITY, named);
        graph.write(batch);
        progress.accept(passages.size());
    }

    /**
     * Removes rows that no passage states or names, and passages that were stored under wrong ids.
     */
    private void removeStrangers() {
        List<String> statements = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try (GraphView now = graph.view(Consistency.STRONG)) {
            now.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return EnumSet.of(RowKind.RELATION, RowKind.ENTITY);
                }

                @Override
                public void relation(Embedded<RelationRow> relation) {
                    addStranger(relation.value().id(), relations, statements);
                }

                @Override
                public void entity(Embedded<Entity> entity) {
                    addStranger(entity.value().id(), entities, names);
                }
            });
        }
        remove(RowKind.RELATION, statements);
        remove(RowKind.ENTITY, names);
        remove(
                RowKind.PASSAGE,
                misnamed.stream().filter(id -> !passages.contains(id)).toList());
    }

    private static void addStranger(String id, ContentIdSet known, List<String> strangers) {
        Cancellation.check("reading the graph");
        if (!known.contains(id)) {
            strangers.add(id);
        }
    }

    private void remove(RowKind kind, List<String> ids) {
        for (int start = 0; start < ids.size(); start += ROWS_A_STEP) {
            Cancellation.check("removing rows");
            graph.removeRows(kind, ids.subList(start, Math.min(start + ROWS_A_STEP, ids.size())));
        }
        removedRows += ids.size();
    }

    private RuntimeException interrupted(RuntimeException failure) {
        return Thread.currentThread().isInterrupted()
                ? TernException.user(
                        String.format(
                                Locale.ROOT,
                                "reindexing was interrupted after %,d passages; all passages are there, and the same"
                                        + " again makes the graph whole",
                                passages.size()),
                        failure)
                : failure;
    }
}
