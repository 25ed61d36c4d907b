package dev.tern.transfer.verify;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Edit;
import dev.tern.note.NamingRules;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.store.shared.StoreWriter.DraftKind;
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
import java.util.stream.Collectors;

/**
 * Rebuilds the statements and entities of a graph from its passages. Pages of passages are written
 * again with their statements and entities; at the end, rows that no passage states or names are
 * removed. Texts, extracted statements and edits stay; pending edits and removals are completed.
 *
 * <p>Existing vectors are kept. The embedding model is called only for missing or invalid vectors,
 * and for passages whose id is corrected.
 *
 * <p>A run that fails loses no passage, and the next run makes the graph whole.
 */
public final class Reindex {
    private static final int DOCUMENTS_AT_ONCE = 16;

    private final GraphStore graph;
    private final StoreWriter writer;
    private final Draft draft;
    private final ModelVectors model;
    private final String embeddingModel;
    private final StoredVectors stored;
    private final NamingRules rules;
    private final LongConsumer progress;
    private final ContentIdSet passages = new ContentIdSet();
    private final ContentIdSet relations = new ContentIdSet();
    private final ContentIdSet entities = new ContentIdSet();
    private final Set<String> misnamed = new LinkedHashSet<>();

    private Reindex(
            GraphStore graph,
            StoreWriter writer,
            Draft draft,
            GraphView view,
            Supplier<TextEmbedder> embedder,
            LongConsumer progress) {
        this.graph = graph;
        this.writer = writer;
        this.draft = draft;
        this.model = new ModelVectors(embedder, view.description(), () -> {});
        this.embeddingModel =
                view.description().map(GraphDescription::embeddingModel).orElse("");
        this.stored = new StoredVectors(view);
        this.rules = view.notes().rules();
        this.progress = progress;
    }

    /**
     * Rebuilds a graph's rows. Other writers of this process may write meanwhile.
     *
     * @param embedder returns the model; called only if something has to be embedded
     * @param progress gets the number of passages written, after each page
     * @throws TernException if something has to be embedded and the model is not the graph's, or
     *     the model or the store fails, or the thread is interrupted
     */
    public static ReindexReport run(GraphStore graph, Supplier<TextEmbedder> embedder, LongConsumer progress) {
        long start = System.nanoTime();
        StoreWriter writer = StoreWriter.of(graph);
        Object owner = new Object();
        Draft draft = writer.begin(owner, DraftKind.REINDEX, Set.of());
        try (GraphView view = graph.view(Consistency.STRONG)) {
            Reindex reindex = new Reindex(graph, writer, draft, view, embedder, progress);
            try {
                GraphPages.passages(view, reindex::write);
                long removedRows = reindex.removeStrangers();
                List<Edit> pending = view.notes().pending();
                if (!pending.isEmpty()) {
                    writer.changeNotes(present -> present.withApplied(pending));
                }
                DocumentRemoval.complete(graph);
                return new ReindexReport(
                        reindex.passages.size(),
                        removedRows,
                        reindex.model.embeddedTexts(),
                        (System.nanoTime() - start) / 1e6);
            } catch (CancellationException | TernException e) {
                throw reindex.interrupted(e);
            }
        } finally {
            writer.end(owner);
        }
    }

    private void write(List<Embedded<Passage>> page) {
        int version;
        GraphBatch batch = null;
        Set<String> named;
        do {
            // Vectors embedded for a batch that others made outdated are kept.
            VectorSource known = batch == null ? wanted -> {} : VectorSource.ofBatch(batch);
            version = draft.version();
            batch = version == 0 ? batch(page, rules, stored, known) : batchNow(page, known);
            named = batch.entities().stream()
                    .map(entity -> entity.value().id())
                    .filter(id -> !entities.contains(id))
                    .collect(Collectors.toSet());
        } while (!writer.write(draft, version, batch.replacing(named)));
        named.forEach(entities::add);
        for (Embedded<Passage> passage : batch.passages()) {
            passages.add(passage.value().id());
            batch.relationRows(passage.value())
                    .forEach(row -> relations.add(row.value().id()));
        }
        progress.accept(passages.size());
    }

    /** Returns the batch of a page as it is now, since others may have changed it. */
    private GraphBatch batchNow(List<Embedded<Passage>> page, VectorSource known) {
        try (GraphView now = graph.view(Consistency.STRONG)) {
            List<String> ids =
                    page.stream().map(passage -> passage.value().id()).toList();
            return batch(now.passages(PassagesBy.ID, ids), now.notes().rules(), new StoredVectors(now), known);
        }
    }

    private GraphBatch batch(
            List<Embedded<Passage>> page, NamingRules rules, VectorSource graphVectors, VectorSource known) {
        Map<String, Passage> anew = new LinkedHashMap<>();
        List<Embedded<Passage>> trusted = new ArrayList<>();
        for (Embedded<Passage> embedded : page) {
            Passage passage = embedded.value();
            Passage right = ExpectedPassage.of(passage);
            if (right.id().equals(passage.id())) {
                trusted.add(embedded);
            } else {
                misnamed.add(passage.id());
            }
            if (!passages.contains(right.id())) {
                anew.putIfAbsent(right.id(), rules.canonicalise(right));
            }
        }
        return model.batch(anew.values(), VectorSource.ofPassages(trusted), graphVectors, known);
    }

    /**
     * Removes the rows that no passage states or names, and passages under wrong ids. Reads all
     * rows once, and then only the documents that other writers wrote meanwhile.
     */
    private long removeStrangers() {
        Set<String> statements = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
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
        misnamed.removeIf(passages::contains);
        Map<RowKind, Set<String>> rows =
                Map.of(RowKind.RELATION, statements, RowKind.ENTITY, names, RowKind.PASSAGE, misnamed);
        int version;
        do {
            version = draft.version();
            addWritten();
            statements.removeIf(relations::contains);
            names.removeIf(entities::contains);
        } while (!writer.write(draft, version, GraphBatch.removing(embeddingModel, rows)));
        return rows.values().stream().mapToLong(Set::size).sum();
    }

    /** Records the rows of the documents that other writers have written. */
    private void addWritten() {
        List<String> ids = List.copyOf(draft.takeLost());
        for (int start = 0; start < ids.size(); start += DOCUMENTS_AT_ONCE) {
            graph.latest()
                    .passages(PassagesBy.DOCUMENT, ids.subList(start, Math.min(start + DOCUMENTS_AT_ONCE, ids.size())))
                    .forEach(passage -> addRows(passage.value()));
        }
    }

    private void addRows(Passage passage) {
        Cancellation.check("reading the graph");
        if (!misnamed.contains(passage.id())) {
            for (RelationRow row : RelationRow.of(passage)) {
                relations.add(row.id());
                row.entityIds().forEach(entities::add);
            }
        }
    }

    private static void addStranger(String id, ContentIdSet known, Set<String> strangers) {
        Cancellation.check("reading the graph");
        if (!known.contains(id)) {
            strangers.add(id);
        }
    }

    private RuntimeException interrupted(RuntimeException failure) {
        return Thread.currentThread().isInterrupted()
                ? TernException.user(
                        String.format(
                                Locale.ROOT,
                                "reindexing was interrupted after %,d passages; no passage was lost, and the same"
                                        + " command repairs the rest",
                                passages.size()),
                        failure)
                : failure;
    }
}
