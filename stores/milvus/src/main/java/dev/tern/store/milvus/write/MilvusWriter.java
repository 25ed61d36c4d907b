package dev.tern.store.milvus.write;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.milvus.client.ConcurrentRequests;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.GraphCollections;
import io.milvus.v2.service.utility.request.FlushReq;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a graph, one change at a time. Concurrent writers in several processes produce the same
 * graph as writing in turn. Writing an interrupted batch again finishes it. Thread-safe.
 */
public final class MilvusWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MilvusWriter.class);

    private static final int MAX_REMOVED = 100_000;

    /** The minimum unflushed rows for a flush; the server compares fewer rows one by one. */
    private static final int FLUSHED_FROM = 4_096;

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantReadWriteLock batches = new ReentrantReadWriteLock(true);
    private final DeferredCheck later = new DeferredCheck();
    private final Set<String> removed = new HashSet<>();
    private final AtomicLong unflushed = new AtomicLong();
    private final IdleFlush idleFlush;
    private volatile boolean closed;

    /** Creates a writer of a graph, which need not exist yet. */
    public MilvusWriter(MilvusConnection connection, GraphCollections collections) {
        this.connection = connection;
        this.collections = collections;
        this.idleFlush = new IdleFlush(connection.settings().flushAfter(), this::flush);
    }

    /** Returns the lock that readers of the same store hold, so that they see whole batches. */
    public Lock betweenBatches() {
        return batches.readLock();
    }

    /** Throws an {@link IllegalStateException} if the writer is closed. */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
    }

    /** Writes a batch, as {@link dev.tern.store.GraphStore#write} specifies. */
    public void write(GraphBatch batch) {
        writing.lock();
        try {
            requireOpen();
            GraphDescription known = collections.freshDescription().orElse(null);
            if (!batch.changes(known)) {
                return;
            }
            // The rows are created and validated before anything is changed.
            BatchRows rows = BatchRows.of(batch, connection.settings(), collections);
            if (known == null) {
                known = batch.newGraph();
                collections.create(known);
            }
            write(rows, known);
        } finally {
            writing.unlock();
        }
    }

    private void write(BatchRows rows, GraphDescription made) {
        Map<String, Embedded<Entity>> there = new LinkedHashMap<>(rows.entities());
        there.keySet().retainAll(rows.batch().priorState().entityIds());
        there.keySet().removeAll(removed);
        there.keySet().removeAll(rows.batch().replacedEntityIds());
        if (!rows.possiblyStoredIds().isEmpty() || !rows.batch().strayRows().isEmpty()) {
            // An entity that is removed with a passage must not be restored by an earlier check.
            later.await();
        }
        change(made, change -> {
            change.write(rows, there.keySet());
            return 0;
        });
        if (unflushed.addAndGet(rows.count()) >= FLUSHED_FROM && !connection.lite()) {
            idleFlush.afterWrite();
        }
        removed.removeAll(rows.entities().keySet());
        if (there.isEmpty()) {
            later.await();
        } else {
            later.begin(() -> new GraphChange(connection, collections, made).restore(there));
        }
    }

    /** Removes documents and returns the number of them that existed. */
    public int removeDocuments(Collection<String> ids) {
        writing.lock();
        try {
            requireOpen();
            later.await();
            Optional<GraphDescription> known = collections.freshDescription();
            return known.isEmpty() || ids.isEmpty() ? 0 : change(known.get(), change -> change.removeDocuments(ids));
        } finally {
            writing.unlock();
        }
    }

    private int change(GraphDescription known, ToIntFunction<GraphChange> action) {
        GraphChange change = new GraphChange(connection, collections, known);
        batches.writeLock().lock();
        unflushed.incrementAndGet();
        try {
            return action.applyAsInt(change);
        } finally {
            forgetEntities(change.removedEntities());
            batches.writeLock().unlock();
        }
    }

    /** Records removed entities, since a later batch may rely on their existence. */
    private void forgetEntities(Set<String> entityIds) {
        if (removed.size() + entityIds.size() > MAX_REMOVED) {
            // The check after the batch will find them missing.
            removed.clear();
        }
        removed.addAll(entityIds);
    }

    /**
     * Flushes the server if enough rows are unflushed. Milvus Lite flushes only on request, other
     * servers after minutes or a day. Other servers may refuse a second flush within ten seconds,
     * which loses nothing.
     *
     * @return true if nothing is left to flush, or too few rows to need it; false if it failed
     */
    private boolean flush() {
        long rows = unflushed.get();
        if (connection.lite() ? rows == 0 : rows < FLUSHED_FROM) {
            return true;
        }
        try {
            flushCollections();
            unflushed.addAndGet(-rows);
            return true;
        } catch (RuntimeException e) {
            if (connection.lite() && e instanceof TernException) {
                throw e;
            }
            LOG.debug("not flushed; Milvus flushes on its own soon", e);
            return false;
        }
    }

    private void flushCollections() {
        ConcurrentRequests flushing = new ConcurrentRequests(connection.parallelChanges());
        for (CollectionKind kind : CollectionKind.values()) {
            String name = collections.name(kind);
            flushing.run(() -> connection.change("flushing the collection " + name, client -> {
                client.flush(FlushReq.builder()
                        .collectionNames(List.of(name))
                        .waitFlushedTimeoutMs(connection.settings().timeout().toMillis())
                        .build());
                return kind;
            }));
        }
        flushing.await();
    }

    /**
     * Waits for the last check and flushes; only logs a failure of Milvus. The connection stays
     * open.
     */
    @Override
    public void close() {
        writing.lock();
        try {
            if (!closed) {
                idleFlush.close();
                later.await();
                if (!connection.lite() && unflushed.get() >= FLUSHED_FROM) {
                    LOG.info("everything is stored; waiting for Milvus to flush it, for more complete searches (safe to"
                            + " interrupt: Milvus flushes later)");
                }
                flush();
            }
        } catch (TernException e) {
            // Nothing is lost. The graph may have been dropped, or the server stopped, earlier.
            LOG.warn("{}", e.getMessage());
        } finally {
            closed = true;
            writing.unlock();
        }
    }
}
