package dev.tern.store.milvus.view;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.FoundRows;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.filter.VisibleEntities;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.RowCodec;
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
import org.jspecify.annotations.Nullable;

/** A view of a graph in Milvus. Thread-safe until it is closed. */
public final class MilvusGraphView implements GraphView {
    private final @Nullable FilteredSearch search;
    private final Lock batches;
    private final Runnable requireOpen;
    private final AtomicInteger scans;
    private final AtomicBoolean closed;

    /**
     * Creates a view of the whole graph.
     *
     * @param search searches the graph; null if it is empty
     * @param batches the lock that reads hold, to see no half-written batch of the same store
     * @param requireOpen throws if the store is closed
     */
    public MilvusGraphView(@Nullable FilteredSearch search, Lock batches, Runnable requireOpen) {
        this(search, batches, requireOpen, new AtomicInteger(), new AtomicBoolean());
    }

    private MilvusGraphView(
            @Nullable FilteredSearch search,
            Lock batches,
            Runnable requireOpen,
            AtomicInteger scans,
            AtomicBoolean closed) {
        this.search = search;
        this.batches = batches;
        this.requireOpen = requireOpen;
        this.scans = scans;
        this.closed = closed;
    }

    @Override
    public GraphView visible(MetadataFilter filter) {
        requireOpen();
        return filter.isEverything() || search == null
                ? this
                : new MilvusGraphView(search.withFilter(filter), batches, requireOpen, scans, closed);
    }

    private <T> T read(T ofEmptyGraph, Function<FilteredSearch, T> reading) {
        requireOpen();
        FilteredSearch open = search;
        if (open == null) {
            return ofEmptyGraph;
        }
        if (scans.get() > 0) {
            // A scan of this view holds the lock already: waiting behind a writer that waits for
            // the scan would deadlock.
            return reading.apply(open);
        }
        batches.lock();
        try {
            return reading.apply(open);
        } finally {
            batches.unlock();
        }
    }

    /** Throws if the view is closed, the limit below 1, or a vector's dimension not the graph's. */
    private void requireSearch(List<float[]> vectors, int limit) {
        requireOpen();
        FoundRows.requireLimit(limit);
        if (search != null) {
            GraphDescription description = search.reader().description();
            vectors.forEach(vector -> description.requireDimension(vector.length));
        }
    }

    @Override
    public Optional<GraphDescription> description() {
        requireOpen();
        return Optional.ofNullable(search).map(open -> open.reader().description());
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        requireSearch(vectors, limit);
        List<List<Scored<Entity>>> none =
                vectors.stream().map(vector -> List.<Scored<Entity>>of()).toList();
        return vectors.isEmpty()
                ? none
                : read(
                        none,
                        open -> open.visibleEntities()
                                .map(visible -> visible.nearest(vectors, limit))
                                .orElseGet(() -> new BestRows<>(open, RowCodec::entity, Entity::id)
                                        .nearest(CollectionKind.ENTITIES, vectors, limit)));
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        requireSearch(List.of(vector), limit);
        return read(List.of(), open -> new RelationSearch(open, vector, Condition.ALL).nearest(limit));
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        requireSearch(List.of(vector), limit);
        return read(
                List.of(),
                open -> new BestRows<>(open, RowCodec::passage, Passage::id)
                        .nearest(CollectionKind.PASSAGES, List.of(vector), limit)
                        .getFirst());
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        requireSearch(List.of(), limit);
        fullTextMissing().ifPresent(missing -> {
            throw TernException.user(missing);
        });
        return read(List.of(), open -> new BestRows<>(open, RowCodec::passage, Passage::id).matching(question, limit));
    }

    @Override
    public Optional<String> fullTextMissing() {
        requireOpen();
        return Optional.ofNullable(search).flatMap(open -> open.reader().fullTextMissing());
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        requireSearch(List.of(vector), limit);
        List<String> ids = ids(entityIds);
        return ids.isEmpty()
                ? List.of()
                : read(List.of(), open -> new TouchingSearch(open, ids, vector).nearest(limit));
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        List<String> ids = ids(entityIds);
        return read(List.of(), open -> {
            open.reader().readAhead(CollectionKind.RELATIONS);
            Optional<VisibleEntities> visible = open.visibleEntities();
            if (visible.isPresent()) {
                return FoundRows.inOrder(ids, visible.get().byId(ids));
            }
            Map<String, Embedded<Entity>> byId = new HashMap<>();
            embedded(
                            open.reader().rows(CollectionKind.ENTITIES, ids, some -> Condition.in(Fields.ID, some)),
                            RowCodec::entity)
                    .forEach(entity -> byId.put(entity.value().id(), entity));
            return FoundRows.inOrder(ids, byId);
        });
    }

    private static <T> List<Embedded<T>> embedded(List<Row> rows, Function<Row, T> decode) {
        return rows.stream()
                .map(row -> new Embedded<>(decode.apply(row), row.vector()))
                .toList();
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        List<String> ids = ids(values);
        String field = switch (by) {
            case KEY -> Fields.KEY;
            case PASSAGE -> Fields.PASSAGE;
        };
        return read(List.of(), open -> {
            List<Row> rows = open.reader().rows(CollectionKind.RELATIONS, ids, some -> Condition.in(field, some));
            return FoundRows.relations(by, ids, embedded(rows, RowCodec::relation));
        });
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        List<String> wanted = by == PassagesBy.ID ? ids(values) : List.copyOf(new LinkedHashSet<>(values));
        return read(List.of(), open -> {
            open.reader().readAhead(CollectionKind.RELATIONS);
            return FoundRows.passages(by, wanted, embedded(passageRows(open.reader(), by, wanted), RowCodec::passage));
        });
    }

    private static List<Row> passageRows(CollectionReader reader, PassagesBy by, List<String> wanted) {
        CollectionKind kind = CollectionKind.PASSAGES;
        return switch (by) {
            case ID -> reader.rows(kind, wanted, some -> Condition.in(Fields.ID, some));
            case DOCUMENT -> reader.rows(kind, wanted, some -> Condition.in(Fields.DOCUMENT, some));
            case TITLE ->
                reader.rows(
                        kind,
                        wanted.stream()
                                .filter(key -> !key.isEmpty())
                                .map(RowCodec::idOfTitle)
                                .toList(),
                        some -> Condition.in(Fields.TITLE_KEY, some).or(Condition.in(Fields.BARE_TITLE_KEY, some)));
        };
    }

    /** Returns the valid ids among the values, each once; others match no row. */
    private static List<String> ids(Collection<String> values) {
        return values.stream().filter(ContentId::isValid).distinct().toList();
    }

    @Override
    public GraphStatistics statistics() {
        return read(new GraphStatistics(0, 0, 0, 0), open -> new GraphScan(open).statistics());
    }

    @Override
    public void scan(GraphVisitor visitor) {
        read(visitor, open -> {
            scans.incrementAndGet();
            try {
                new GraphScan(open).show(visitor);
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
