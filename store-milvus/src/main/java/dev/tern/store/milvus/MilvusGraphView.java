package dev.tern.store.milvus;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.FoundRows;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.Quarantine;
import dev.tern.store.milvus.Reads.Found;
import dev.tern.store.milvus.Reads.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A graph in Milvus to read. Thread-safe until it is closed. */
final class MilvusGraphView implements GraphView {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{" + Fields.ID_BYTES + "}");
    private static final int TIES = 16;
    private static final int MORE = 8;

    private final @Nullable Reads reads;
    private final Quarantine quarantine;
    private final Lock batches;
    private final Runnable requireOpen;
    private final AtomicInteger scans;
    private final AtomicBoolean closed;

    /**
     * A view.
     *
     * @param reads how to read the graph; none if it is empty
     * @param quarantine what no question is to see
     * @param batches held while something is read, so that no batch of this process is seen half-written
     * @param requireOpen throws if the store is closed
     */
    MilvusGraphView(@Nullable Reads reads, Quarantine quarantine, Lock batches, Runnable requireOpen) {
        this.reads = reads;
        this.quarantine = quarantine;
        this.batches = batches;
        this.requireOpen = requireOpen;
        this.scans = new AtomicInteger();
        this.closed = new AtomicBoolean();
    }

    /** Another view narrowed. */
    private MilvusGraphView(MilvusGraphView whole, @Nullable Reads reads) {
        this.reads = reads;
        this.quarantine = whole.quarantine;
        this.batches = whole.batches;
        this.requireOpen = whole.requireOpen;
        this.scans = whole.scans;
        this.closed = whole.closed;
    }

    @Override
    public GraphView visible(Filter filter) {
        requireOpen();
        return filter.isEverything() || reads == null ? this : new MilvusGraphView(this, reads.visible(filter));
    }

    private <T> T read(T ofEmptyGraph, Function<Reads, T> reading) {
        requireOpen();
        Reads open = reads;
        if (open == null) {
            return ofEmptyGraph;
        }
        if (scans.get() > 0) {
            // The scan holds the lock; to wait behind a writer that waits for the scan would be to wait for oneself.
            return reading.apply(open);
        }
        batches.lock();
        try {
            return reading.apply(open);
        } finally {
            batches.unlock();
        }
    }

    private static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it is at least 1");
        }
    }

    private <T> List<T> nearest(float[] vector, int limit, Function<Reads, List<T>> reading) {
        requireOpen();
        requireLimit(limit);
        if (reads != null) {
            reads.description().requireDimension(vector.length);
        }
        return read(List.of(), reading);
    }

    @Override
    public Quarantine quarantine() {
        requireOpen();
        return quarantine;
    }

    @Override
    public Optional<GraphDescription> description() {
        requireOpen();
        return Optional.ofNullable(reads).map(Reads::description);
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        requireOpen();
        vectors.forEach(vector -> nearest(vector, limit, any -> List.of()));
        List<List<Scored<Entity>>> none =
                vectors.stream().map(vector -> List.<Scored<Entity>>of()).toList();
        return vectors.isEmpty()
                ? none
                : read(
                        none,
                        open -> open.filtered()
                                ? new VisibleEntities(open).nearest(vectors, limit)
                                : nearest(open, CollectionKind.ENTITIES, vectors, limit, Rows::entity, Entity::id));
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return nearest(vector, limit, open -> new RelationSearch(open, vector, Condition.ALL).nearest(limit));
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return nearest(
                vector,
                limit,
                open -> nearest(open, CollectionKind.PASSAGES, List.of(vector), limit, Rows::passage, Passage::id)
                        .getFirst());
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        requireOpen();
        requireLimit(limit);
        fullTextMissing().ifPresent(missing -> {
            throw TernException.user(missing);
        });
        return read(List.of(), open -> new WordSearch(open, question).best(limit));
    }

    @Override
    public Optional<String> fullTextMissing() {
        requireOpen();
        return Optional.ofNullable(reads).flatMap(Reads::fullTextMissing);
    }

    /** Nearest rows, best first. A few more than wanted are asked for, and more again while the last ones tie. */
    private static <T> List<List<Scored<T>>> nearest(
            Reads reads,
            CollectionKind kind,
            List<float[]> vectors,
            int limit,
            Function<Row, T> decode,
            Function<T, String> id) {
        int most = reads.mostRows();
        int rows = (int) Math.min(most, (long) limit + TIES);
        List<List<Scored<T>>> found = new ArrayList<>(vectors.size());
        List<Found<Hit>> replies = reads.searches().nearest(kind, vectors, rows);
        for (int i = 0; i < vectors.size(); i++) {
            Found<Hit> hits = i < replies.size() ? replies.get(i) : new Found<>(List.of(), false);
            for (int asked = rows; moreWanted(hits, limit) && asked < most; ) {
                asked = (int) Math.min(most, (long) asked * MORE);
                hits = reads.searches()
                        .nearest(kind, List.of(vectors.get(i)), asked)
                        .getFirst();
            }
            found.add(hits.rows().stream()
                    .map(hit -> new Scored<>(decode.apply(hit.row()), Cosines.rounded(hit.score())))
                    .sorted(Scored.bestFirst(id))
                    .limit(limit)
                    .toList());
        }
        return found;
    }

    /** Whether there are too few, or rows that are as near as the last one wanted may have been cut off. */
    static boolean moreWanted(Found<Hit> found, int limit) {
        List<Hit> hits = found.rows();
        return found.full()
                && (hits.size() < limit
                        || (hits.size() > limit
                                && Cosines.rounded(hits.get(limit - 1).score())
                                        == Cosines.rounded(hits.getLast().score())));
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        List<String> ids = ids(entityIds);
        return nearest(
                vector,
                limit,
                open -> ids.isEmpty() ? List.of() : new TouchingSearch(open, ids, vector).nearest(limit));
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        List<String> ids = ids(entityIds);
        return read(List.of(), open -> {
            open.readAhead(CollectionKind.RELATIONS);
            if (open.filtered()) {
                return FoundRows.inOrder(ids, new VisibleEntities(open).byId(ids));
            }
            Map<String, Embedded<Entity>> byId = new HashMap<>();
            for (Row row : open.rows(CollectionKind.ENTITIES, ids, some -> Condition.in(Fields.ID, some))) {
                byId.put(row.text(Fields.ID), new Embedded<>(Rows.entity(row), row.vector()));
            }
            return FoundRows.inOrder(ids, byId);
        });
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        List<String> ids = ids(values);
        String field = switch (by) {
            case KEY -> Fields.KEY;
            case PASSAGE -> Fields.PASSAGE;
        };
        return read(List.of(), open -> {
            List<Row> rows = open.rows(CollectionKind.RELATIONS, ids, some -> Condition.in(field, some));
            return FoundRows.relations(
                    by,
                    ids,
                    rows.stream()
                            .map(row -> new Embedded<>(Rows.relation(row), row.vector()))
                            .toList());
        });
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        List<String> wanted = by == PassagesBy.ID ? ids(values) : List.copyOf(new LinkedHashSet<>(values));
        return read(List.of(), open -> {
            open.readAhead(CollectionKind.RELATIONS);
            return FoundRows.passages(
                    by,
                    wanted,
                    passageRows(open, by, wanted).stream()
                            .map(row -> new Embedded<>(Rows.passage(row), row.vector()))
                            .toList());
        });
    }

    private static List<Row> passageRows(Reads reads, PassagesBy by, List<String> wanted) {
        return switch (by) {
            case ID -> reads.rows(CollectionKind.PASSAGES, wanted, some -> Condition.in(Fields.ID, some));
            case DOCUMENT -> reads.rows(CollectionKind.PASSAGES, wanted, some -> Condition.in(Fields.DOCUMENT, some));
            case TITLE ->
                reads.rows(
                        CollectionKind.PASSAGES,
                        wanted.stream()
                                .filter(key -> !key.isEmpty())
                                .map(Rows::idOfTitle)
                                .toList(),
                        some -> Condition.in(Fields.TITLE_KEY, some).or(Condition.in(Fields.BARE_TITLE_KEY, some)));
        };
    }

    /** The ids among the values, each once: nothing else is in any row, and nothing else gets into a filter. */
    private static List<String> ids(Collection<String> values) {
        return values.stream()
                .filter(value -> ID.matcher(value).matches())
                .distinct()
                .toList();
    }

    @Override
    public GraphStatistics statistics() {
        return read(new GraphStatistics(0, 0, 0, 0), open -> new WholeGraph(open).statistics());
    }

    @Override
    public void scan(GraphVisitor visitor) {
        read(visitor, open -> {
            scans.incrementAndGet();
            try {
                new WholeGraph(open).show(visitor);
            } finally {
                scans.decrementAndGet();
            }
            return visitor;
        });
    }

    private void requireOpen() {
        requireOpen.run();
        if (closed.get()) {
            throw new IllegalStateException("the view is closed");
        }
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
