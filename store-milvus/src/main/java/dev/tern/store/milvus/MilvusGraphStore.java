package dev.tern.store.milvus;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.Quarantine;
import dev.tern.store.RowKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A graph in Milvus, opened by a {@link MilvusGraphCatalog}.
 *
 * <p>Writers of one store take turns; writers in several processes may write the same graph at once, and end in the same
 * graph as one. An interrupted batch is finished by doing it again. Readers of this store see batches whole and so wait
 * while one is written; readers elsewhere see each passage as soon as it is complete.
 */
final class MilvusGraphStore implements GraphStore {
    private static final Logger LOG = LoggerFactory.getLogger(MilvusGraphStore.class);

    private static final int MOST_REMOVED = 100_000;

    /** So many rows a server compares one by one; more that are not flushed it searches through a coarse index. */
    private static final int FLUSHED_FROM = 4_096;

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final QuarantineList quarantine;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantReadWriteLock batches = new ReentrantReadWriteLock(true);
    private final LaterCheck later = new LaterCheck();
    private final Set<String> removed = new HashSet<>();
    private volatile @Nullable GraphDescription description;
    private final AtomicLong unflushed = new AtomicLong();
    private final IdleFlush idleFlush;
    private volatile boolean closed;

    private MilvusGraphStore(MilvusConnection connection, GraphCollections collections) {
        this.connection = connection;
        this.collections = collections;
        this.quarantine = new QuarantineList(connection, collections.name(CollectionKind.PASSAGES));
        this.idleFlush = new IdleFlush(connection.settings().flushAfter(), this::flush);
    }

    /** Opens a graph, and brings its collections into memory if it is there. */
    static MilvusGraphStore open(MilvusConnection connection, String graphName) {
        MilvusGraphStore store = new MilvusGraphStore(connection, new GraphCollections(connection, graphName));
        store.lookAgain();
        return store;
    }

    /** What the graph was made with; looked at again until it is there, for another process may make it. */
    private @Nullable GraphDescription lookAgain() {
        GraphDescription known = description;
        if (known == null) {
            known = collections.describe().orElse(null);
            if (known != null) {
                collections.load();
                description = known;
            }
        }
        return known;
    }

    @Override
    public GraphView view() {
        return view(connection.settings().consistency());
    }

    @Override
    public GraphView view(Consistency consistency) {
        requireOpen();
        GraphDescription known = lookAgain();
        Reads reads = known == null ? null : new Reads(connection, collections, known, consistency);
        Quarantine seen = known == null ? Quarantine.NONE : quarantine.get();
        return new MilvusGraphView(reads, seen, batches.readLock(), this::requireOpen);
    }

    @Override
    public void quarantine(UnaryOperator<Quarantine> change) {
        requireOpen();
        writing.lock();
        try {
            GraphDescription known = lookAgain();
            Quarantine present = known == null ? Quarantine.NONE : quarantine.read();
            Quarantine changed = Quarantine.changed(known, present, change);
            if (!changed.sources().isEmpty()) {
                collections.requireFacets();
            }
            quarantine.put(changed);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void write(GraphBatch batch) {
        requireOpen();
        writing.lock();
        try {
            GraphDescription known = lookAgain();
            if (known != null) {
                known.requireModel(batch.embeddingModel());
            }
            if (batch.passages().isEmpty()
                    && (known == null || batch.stalePassageIds().isEmpty())) {
                return;
            }
            if (!batch.passages().isEmpty() && known != null) {
                known.requireDimension(batch.dimension());
            }
            // The rows are made, and refused, before anything is changed.
            BatchRows rows =
                    BatchRows.of(batch, connection.settings(), collections::keepsWords, collections::keepsFacets);
            if (known == null) {
                known = new GraphDescription(
                        batch.embeddingModel(), batch.dimension(), GraphDescription.CURRENT_FORMAT);
                collections.create(known);
                description = known;
            }
            write(rows, known);
        } finally {
            writing.unlock();
        }
    }

    private void write(BatchRows rows, GraphDescription made) {
        Map<String, Embedded<Entity>> there = new LinkedHashMap<>(rows.entities());
        there.keySet().retainAll(rows.batch().seen().entityIds());
        there.keySet().removeAll(removed);
        if (!rows.perhapsThere().isEmpty()) {
            // An entity that goes with a passage must not be put back by a check that began before.
            later.await();
        }
        change(made, writer -> {
            writer.write(rows, there.keySet());
            return 0;
        });
        if (unflushed.addAndGet(rows.count()) >= FLUSHED_FROM && !connection.lite()) {
            idleFlush.afterWrite();
        }
        removed.removeAll(rows.entities().keySet());
        later.await();
        if (!there.isEmpty()) {
            later.begin(() -> writer(made).restore(there));
        }
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        requireOpen();
        writing.lock();
        try {
            later.await();
            GraphDescription known = lookAgain();
            return known == null || documentIds.isEmpty()
                    ? 0
                    : change(known, writer -> writer.removeDocuments(documentIds));
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void removeRows(RowKind kind, Collection<String> ids) {
        requireOpen();
        writing.lock();
        try {
            later.await();
            GraphDescription known = lookAgain();
            if (known != null && !ids.isEmpty()) {
                change(known, writer -> {
                    writer.removeRows(kind, ids);
                    return 0;
                });
            }
        } finally {
            writing.unlock();
        }
    }

    private int change(GraphDescription known, Function<GraphWriter, Integer> change) {
        GraphWriter writer = writer(known);
        batches.writeLock().lock();
        unflushed.incrementAndGet();
        try {
            return change.apply(writer);
        } finally {
            forgetEntities(writer.removedEntities());
            batches.writeLock().unlock();
        }
    }

    /** The maker of a batch may have seen them when they were still there. */
    private void forgetEntities(Set<String> entityIds) {
        if (removed.size() + entityIds.size() > MOST_REMOVED) {
            // What is forgotten here is found missing when it is looked at again behind the batch.
            removed.clear();
        }
        removed.addAll(entityIds);
    }

    private GraphWriter writer(GraphDescription known) {
        return new GraphWriter(connection, collections, new Reads(connection, collections, known, Consistency.STRONG));
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
    }

    /**
     * Has the server flush what was written, if that makes a difference to searches. Milvus Lite does it only when it is told,
     * others by themselves after minutes or a day; they may refuse to do it twice in ten seconds, and nothing is lost then.
     *
     * @return whether there is nothing left to flush
     */
    private boolean flush() {
        long rows = unflushed.get();
        if (connection.lite() ? rows == 0 : rows < FLUSHED_FROM) {
            return true;
        }
        try {
            collections.flush();
            unflushed.addAndGet(-rows);
            return true;
        } catch (RuntimeException e) {
            if (connection.lite() && e instanceof TernException) {
                throw e;
            }
            LOG.debug("not flushed; Milvus does it by itself before long", e);
            return false;
        }
    }

    /** The catalog keeps the connection. */
    @Override
    public void close() {
        writing.lock();
        try {
            if (!closed) {
                idleFlush.close();
                later.await();
                if (!connection.lite() && unflushed.get() >= FLUSHED_FROM) {
                    LOG.info("everything is stored; waiting for Milvus to flush it, after which searches miss less"
                            + " (interrupting it loses nothing: Milvus does it by itself later)");
                }
                flush();
            }
        } catch (TernException e) {
            // What was written is written. The graph may have been dropped, or the server stopped, before this store.
            LOG.warn("{}", e.getMessage());
        } finally {
            closed = true;
            writing.unlock();
        }
    }
}
