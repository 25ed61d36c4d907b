package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphName;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.lucene.RowInput.UnreadableRowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.ThreadInterruptedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded store: keeps a graph in a directory as a Lucene index, without a server.
 *
 * <p><b>Reading</b> takes no lock and creates no file except a record of verified checksums for a
 * graph larger than {@link LuceneOptions#checkMegabytes}; a store that does not exist is an empty
 * graph. Any number of processes can read. A view shows all batches that were committed, by any
 * process, before the view was opened, and no later ones.
 *
 * <p><b>Writing.</b> The first write creates the missing folders and takes the graph's lock, which
 * is kept until {@link #close} or a failed write. Meanwhile a write through another store of the
 * graph, in this or another process, fails; the message names the locking process, if known. A
 * batch is one commit, on disk when {@link #write} returns; a killed process or a full disk leaves
 * the earlier batches intact. {@link #close} waits for background merges, at most an hour by
 * default; a timeout, an interrupt or a killed process loses only unfinished merges.
 *
 * <p><b>Failures</b> besides the ones of {@link GraphStore}: the operator's fault if the path is a
 * file, the directory is not a Tern store (it is left untouched), the graph has another format or
 * is a symbolic link, or a permission is missing; the store's fault if the disk is full, a file is
 * damaged or from another version of Lucene, or another store is writing the graph.
 *
 * <p>Thread-safe.
 */
public final class LuceneGraphStore implements GraphStore {
    private static final Logger LOG = LoggerFactory.getLogger(LuceneGraphStore.class);

    /** Logged if a merge is lost. No document is lost: every batch is committed when written. */
    private static final String MERGES_LOST = "the background merge was not committed; the graph is unchanged: {}";

    private final StoreDirectory store;
    private final String graph;
    private final Path path;
    private final LuceneOptions options;
    private final SharedSnapshot snapshots;
    private final FileHealth health;
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable GraphWriter writer;
    private @Nullable GraphWriter abandoned;

    private LuceneGraphStore(
            StoreDirectory store, String graph, LuceneOptions options, SharedSnapshot.DirectoryOpener directories)
            throws IOException {
        this.store = store;
        this.graph = graph;
        this.path = store.graph(graph);
        this.options = options;
        this.snapshots = new SharedSnapshot(path, directories);
        this.health = new FileHealth(path, options);
    }

    /**
     * Opens a graph of a store with the default options.
     *
     * @param storeDirectory the directory of the store, which need not exist
     * @param graphName a name valid for {@link GraphName}; the graph need not exist
     * @throws TernException if the name is invalid, the path is a file or a non-empty directory but
     *     no store, or the graph is damaged or cannot be read
     */
    public static GraphStore open(Path storeDirectory, String graphName) {
        return open(storeDirectory, graphName, LuceneOptions.DEFAULTS);
    }

    /**
     * Opens a graph of a store.
     *
     * @throws TernException if the name is invalid, the path is a file or a non-empty directory but
     *     no store, or the graph is damaged or cannot be read
     */
    public static GraphStore open(Path storeDirectory, String graphName, LuceneOptions options) {
        return open(
                storeDirectory,
                graphName,
                options,
                path -> new GroupSyncDirectory(new OwnerDirectory(MappedFiles.open(path))));
    }

    static GraphStore open(
            Path storeDirectory, String graphName, LuceneOptions options, SharedSnapshot.DirectoryOpener directories) {
        String name = GraphName.require(graphName);
        StoreDirectory store = StoreDirectory.at(storeDirectory);
        try {
            LuceneGraphStore opened = new LuceneGraphStore(store, name, options, directories);
            opened.health.begin();
            // Reads the description, so that an unreadable graph fails here already.
            opened.latest().description();
            opened.health.start();
            return opened;
        } catch (IOException e) {
            throw StoreFailure.reading(store.graph(name), e);
        }
    }

    /**
     * Returns the names of a store's graphs in alphabetical order, none if there is no store.
     *
     * @throws TernException if the path is a file or a non-empty directory but no store, or cannot
     *     be read
     */
    public static List<String> graphs(Path storeDirectory) {
        return StoreDirectory.at(storeDirectory).graphs();
    }

    @Override
    public Object identity() {
        return path;
    }

    @Override
    public boolean isDamaged() {
        return health.isDamaged();
    }

    @Override
    public void write(GraphBatch batch) {
        writing.lock();
        try {
            if (!batch.changes(latest().description().orElse(null))) {
                return;
            }
            transact((before, index) -> {
                // Checks again, because another process may have written before the lock was taken.
                batch.changes(before.description());
                new BatchChange(before.reader(), index).write(batch);
                if (before.description() == null) {
                    index.setLiveCommitData(Snapshot.userData(batch.newGraph()).entrySet());
                }
                return 0;
            });
        } finally {
            writing.unlock();
        }
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        writing.lock();
        try {
            if (!hasDocuments(documentIds)) {
                return 0;
            }
            return transact((before, index) -> {
                Set<String> documents = new HashSet<>();
                Set<String> passageIds = new HashSet<>();
                // Collects only ids: texts and vectors of some hundred books exceed the memory.
                MatchingRows.of(before.reader(), IndexFields.DOCUMENT_ID, documentIds)
                        .visit(IndexFields.PASSAGE_VECTOR, (rows, doc) -> {
                            BytesRef row = rows.row(doc);
                            passageIds.add(RowBytes.id(row));
                            documents.add(RowBytes.documentId(row));
                        });
                new BatchChange(before.reader(), index).removePassages(passageIds, Set.of());
                return documents.size();
            });
        } finally {
            writing.unlock();
        }
    }

    private boolean hasDocuments(Collection<String> documentIds) {
        try (LuceneGraphView now = lastCommit()) {
            return now.hasDocuments(documentIds);
        }
    }

    @Override
    public void changeNotes(UnaryOperator<Notes> change) {
        if (latest().description().isEmpty()) {
            // Refuses an invalid change before anything is created for a missing graph.
            Notes.applyChange(true, Notes.NONE, change);
        }
        writing.lock();
        try {
            // An exception of the change is not a failure of the index: the lock is kept.
            AtomicReference<RuntimeException> refused = new AtomicReference<>();
            transact((before, index) -> {
                Notes present = before.notes();
                Notes changed = present;
                try {
                    changed = Notes.applyChange(before.description() == null, present, change);
                } catch (RuntimeException e) {
                    refused.set(e);
                }
                if (!changed.equals(present)) {
                    Map<String, String> said = new HashMap<>();
                    index.getLiveCommitData().forEach(entry -> said.put(entry.getKey(), entry.getValue()));
                    index.setLiveCommitData(Snapshot.userData(said, changed).entrySet());
                }
                return 0;
            });
            RuntimeException refusal = refused.get();
            if (refusal != null) {
                throw refusal;
            }
        } finally {
            writing.unlock();
        }
    }

    /** A change of the index, computed from the last commit; returns a count for the caller. */
    private interface IndexChange {
        int make(Snapshot before, IndexWriter index) throws IOException;
    }

    /** Commits a change; if it fails or the graph was dropped, rolls back and frees the lock. */
    private int transact(IndexChange change) {
        try {
            IndexWriter index = writer().index();
            try (Snapshot before = snapshots.acquire()) {
                int result = change.make(before, index);
                if (before.description() == null && !isDescribed(index)) {
                    // The graph was dropped after the caller had read it: a commit would create a
                    // broken graph.
                    abandonWriter();
                } else {
                    index.commit();
                }
                return result;
            }
        } catch (IOException | UncheckedIOException | AlreadyClosedException | ThreadInterruptedException e) {
            if (e instanceof ThreadInterruptedException) {
                // Lucene clears the interrupt when it throws; restore it.
                Thread.currentThread().interrupt();
            }
            // A failed merge closed the writer, and not all of Lucene's exceptions have it as their
            // cause.
            Exception failure = e instanceof AlreadyClosedException ? fatal().orElse(e) : e;
            abandonWriter();
            throw notWritten(failure);
        } catch (RuntimeException | Error e) {
            Optional<Exception> fatal = fatal();
            abandonWriter();
            if (fatal.isPresent()) {
                throw notWritten(fatal.get());
            }
            health.diagnose(e);
            throw e;
        }
    }

    private Optional<Exception> fatal() {
        return writer == null ? Optional.empty() : writer.fatal();
    }

    private TernException notWritten(Exception failure) {
        return isDamage(failure) ? health.failure((IOException) failure) : StoreFailure.writing(path, failure);
    }

    private static boolean isDamage(Exception failure) {
        return failure instanceof CorruptIndexException || failure instanceof UnreadableRowException;
    }

    private static boolean isDescribed(IndexWriter index) {
        Iterable<Map.Entry<String, String>> data = index.getLiveCommitData();
        return data != null && data.iterator().hasNext();
    }

    private GraphWriter writer() throws IOException {
        if (writer != null && writer.isDead()) {
            // A background merge failed, for instance on a full disk; this batch may still succeed.
            abandonWriter();
        }
        GraphWriter held = writer;
        if (held == null) {
            if (abandoned != null) {
                // The lock may be held by this store's own running merge.
                abandoned.awaitAbandoned();
                abandoned = null;
            }
            store.create(graph);
            held = GraphWriter.open(snapshots.directory(), path, options, this::commitMerges);
            writer = held;
        }
        return held;
    }

    /** Commits finished merges, so that readers search few segments even if no batch follows. */
    private void commitMerges() {
        writing.lock();
        try {
            if (writer != null && writer.index().hasUncommittedChanges()) {
                writer.index().commit();
            }
        } catch (IOException | RuntimeException e) {
            // The next write opens a new writer.
            LOG.warn(MERGES_LOST, e.toString());
            abandonWriter();
        } finally {
            writing.unlock();
        }
    }

    private void abandonWriter() {
        if (writer != null) {
            writer.abandon();
            abandoned = writer;
            writer = null;
        }
    }

    /** Opens the newest commit; the consistency has no effect. */
    @Override
    public GraphView view(Consistency consistency) {
        return lastCommit();
    }

    private LuceneGraphView lastCommit() {
        health.requireWhole();
        try {
            return new LuceneGraphView(snapshots.acquire(), path, options, health);
        } catch (IOException e) {
            throw health.failure(e);
        } catch (IllegalStateException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            health.diagnose(e);
            throw e;
        }
    }

    @Override
    public void close() {
        writing.lock();
        try {
            try (health;
                    snapshots) {
                if (writer != null) {
                    GraphWriter held = writer;
                    writer = null;
                    close(held);
                }
            }
        } catch (IOException e) {
            throw StoreFailure.reading(path, e);
        } finally {
            writing.unlock();
        }
    }

    private void close(GraphWriter held) {
        try {
            held.close();
        } catch (IOException | IllegalStateException e) {
            // A failed merge closes Lucene's writer, and later calls fail in various ways.
            Exception failure = held.fatal().orElse(e);
            if (isDamage(failure)) {
                throw notWritten(failure);
            }
            LOG.warn(MERGES_LOST, failure.toString());
        }
    }
}
