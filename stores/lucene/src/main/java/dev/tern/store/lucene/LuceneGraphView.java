package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.FoundRows;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InspectionListener;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A view of one commit of a graph. Thread-safe until it is closed. */
final class LuceneGraphView implements GraphView {
    private final Snapshot snapshot;
    private final Path path;
    private final LuceneOptions options;
    private final FileHealth health;
    private final @Nullable VisibleRows visible;
    private final GraphLookup lookup;
    private final AtomicBoolean closed;

    /** Creates a view that releases the snapshot when closed. */
    LuceneGraphView(Snapshot snapshot, Path path, LuceneOptions options, FileHealth health) {
        this.snapshot = snapshot;
        this.path = path;
        this.options = options;
        this.health = health;
        this.visible = null;
        this.lookup = new GraphLookup(snapshot, options, null);
        this.closed = new AtomicBoolean();
    }

    /** Creates a view of the visible rows only; closing either view closes both. */
    private LuceneGraphView(LuceneGraphView whole, VisibleRows visible) {
        this.snapshot = whole.snapshot;
        this.path = whole.path;
        this.options = whole.options;
        this.health = whole.health;
        this.visible = visible;
        this.lookup = new GraphLookup(snapshot, options, visible);
        this.closed = whole.closed;
    }

    /**
     * Narrows the view by a filter. {@link LuceneOptions#filterReads} does not limit the filter of
     * the graph's own rules.
     */
    @Override
    public GraphView visible(MetadataFilter narrower) {
        requireOpen();
        if (narrower.isEverything()) {
            return this;
        }
        boolean ofNotes = narrower.equals(snapshot.notes().visibleFilter(List.of()));
        return new LuceneGraphView(
                this,
                read(any -> ofNotes && visible == null
                        ? snapshot.shown().of(() -> rows(narrower, Long.MAX_VALUE))
                        : rows(narrower, ofNotes ? Long.MAX_VALUE : options.filterReads())));
    }

    private VisibleRows rows(MetadataFilter narrower, long max) throws IOException {
        return new VisibleRows(snapshot.reader(), snapshot.segmentVectors(), options, narrower, visible, max);
    }

    @Override
    public Optional<GraphDescription> description() {
        requireOpen();
        return Optional.ofNullable(snapshot.description());
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        requireOpen();
        if (vectors.isEmpty()) {
            return List.of();
        }
        FoundRows.requireLimit(limit);
        if (snapshot.description() == null) {
            return Collections.nCopies(vectors.size(), List.of());
        }
        vectors.forEach(vector -> snapshot.description().requireDimension(vector.length));
        return read(now -> now.nearestEntities(vectors, limit));
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return nearest(vector, limit, now -> now.nearestRelations(vector, limit));
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return nearest(vector, limit, now -> now.nearestPassages(vector, limit));
    }

    boolean hasDocuments(Collection<String> documentIds) {
        requireOpen();
        return read(now -> now.hasDocuments(documentIds));
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        requireOpen();
        FoundRows.requireLimit(limit);
        return read(now -> now.passagesByText(question, limit));
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        return nearest(vector, limit, now -> now.relationsTouching(entityIds, vector, limit));
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        return read(now -> now.entities(entityIds));
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return read(now -> now.relations(by, values));
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return read(now -> now.passages(by, values));
    }

    @Override
    public GraphStatistics statistics() {
        return read(now -> visible == null ? snapshot.counts().of(now::statistics) : now.statistics());
    }

    @Override
    public void scan(GraphVisitor visitor) {
        try {
            read(now -> {
                now.scan(new CallerVisitor(visitor));
                return true;
            });
        } catch (CallerVisitor.FailedException e) {
            throw e.failure();
        }
    }

    @Override
    public void inspect(InspectionListener inspection) {
        requireOpen();
        try {
            health.requireWholeFiles();
            new IndexCheck(snapshot, inspection).inspect();
        } catch (IOException e) {
            throw health.failure(e);
        }
    }

    /** A read operation on one commit. */
    private interface CommitRead<T> {
        T from(GraphLookup lookup) throws IOException;
    }

    private <T> T read(CommitRead<T> reading) {
        requireOpen();
        try {
            return reading.from(lookup);
        } catch (IOException e) {
            throw health.failure(e);
        } catch (CallerVisitor.FailedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // Damaged bytes can cause any exception anywhere.
            health.diagnose(e);
            throw e;
        }
    }

    private <T> List<T> nearest(float[] vector, int limit, CommitRead<List<T>> reading) {
        requireOpen();
        FoundRows.requireLimit(limit);
        if (snapshot.description() == null) {
            return List.of();
        }
        snapshot.description().requireDimension(vector.length);
        return read(reading);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("the view is closed");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                snapshot.close();
            } catch (IOException e) {
                throw StoreFailure.reading(path, e);
            }
        }
    }

    /** Wraps the exceptions of a caller's visitor, to distinguish them from failures of reading. */
    private record CallerVisitor(GraphVisitor visitor) implements GraphVisitor {
        /** Carries an exception that the visitor threw. */
        static final class FailedException extends RuntimeException {
            private static final long serialVersionUID = 1L;

            private final RuntimeException failure;

            FailedException(RuntimeException failure) {
                super(failure);
                this.failure = failure;
            }

            RuntimeException failure() {
                return failure;
            }
        }

        @Override
        public Set<RowKind> kinds() {
            return visitor.kinds();
        }

        @Override
        public Set<Extraction.State> states() {
            return visitor.states();
        }

        @Override
        public void entity(Embedded<Entity> entity) {
            call(() -> visitor.entity(entity));
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            call(() -> visitor.relation(relation));
        }

        @Override
        public void passage(Embedded<Passage> passage) {
            call(() -> visitor.passage(passage));
        }

        private static void call(Runnable visit) {
            try {
                visit.run();
            } catch (RuntimeException e) {
                throw new FailedException(e);
            }
        }
    }
}
