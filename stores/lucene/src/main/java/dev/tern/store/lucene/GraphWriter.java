package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.ThreadInterruptedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds a graph's write lock and Lucene's writer until {@link #close} or {@link #abandon}. */
final class GraphWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GraphWriter.class);

    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration SILENT_WAIT = Duration.ofSeconds(2);
    private static final Duration ABANDON_WAIT = Duration.ofSeconds(3);

    private final Path path;
    private final IndexWriter index;
    private final BackgroundMerges merges;
    private final Duration mergeWait;
    private @Nullable Thread abandoning;

    private GraphWriter(Path path, IndexWriter index, BackgroundMerges merges, Duration mergeWait) {
        this.path = path;
        this.index = index;
        this.merges = merges;
        this.mergeWait = mergeWait;
    }

    /**
     * Takes the lock of a graph whose directory exists.
     *
     * @param afterMerge run on a new thread after each merge, to commit the result
     * @throws TernException if another store, in this or another process, holds the lock
     */
    static GraphWriter open(Directory directory, Path path, LuceneOptions options, Runnable afterMerge)
            throws IOException {
        BackgroundMerges merges = new BackgroundMerges(afterMerge);
        try {
            IndexWriter index = new IndexWriter(directory, config(options, merges));
            return new GraphWriter(path, index, merges, options.mergeWait());
        } catch (LockObtainFailedException e) {
            throw lockedException(path, e);
        }
    }

    /** Returns the exception for a lock that another writer holds. */
    static TernException lockedException(Path path, LockObtainFailedException failure) {
        String holder = WriterPid.holder(path)
                .map(pid -> pid == ProcessHandle.current().pid()
                        ? "another open store of this process (" + pid + ")"
                        : "process " + pid)
                .orElse("another process");
        return TernException.store(
                "the graph in " + path + " is being written by " + holder
                        + "; only one process can write, any number can read. Wait for its end, or stop it",
                failure);
    }

    private static IndexWriterConfig config(LuceneOptions options, BackgroundMerges merges) {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setCodec(new GraphCodec(options.vectorGraphFrom()));
        config.setRAMBufferSizeMB(options.writeBufferMegabytes());
        config.setMergePolicy(new SegmentMergePolicy());
        config.setMergeScheduler(merges);
        return config;
    }

    IndexWriter index() {
        return index;
    }

    /** Returns true if a failure, such as a failed background merge, has closed the writer. */
    boolean isDead() {
        return index.getTragicException() != null;
    }

    /** Returns the I/O failure that closed the writer; empty if none did. */
    Optional<Exception> fatal() {
        return index.getTragicException() instanceof IOException failure ? Optional.of(failure) : Optional.empty();
    }

    /**
     * Rolls back and releases the lock, on another thread. Returns when the lock is released, when
     * the calling thread is interrupted during the wait, or after three seconds: a merge that
     * Lucene cannot abort keeps the lock until it ends.
     */
    void abandon() {
        abandoning = Thread.ofPlatform().daemon().name("tern-abandon").start(() -> {
            try {
                index.rollback();
                if (isDead()) {
                    deleteUnnamedFiles();
                }
            } catch (IOException | RuntimeException e) {
                // The writer is closed anyway, and the next one deletes its files.
                LOG.debug("while abandoning a write to {}", path, e);
            }
        });
        boolean interrupted = Thread.interrupted();
        try {
            abandoning.join(ABANDON_WAIT);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Deletes the files that no commit references. After a disk failure Lucene leaves partial files
     * for its next writer to delete; on a full disk they must go before the next batch.
     */
    private void deleteUnnamedFiles() throws IOException {
        new IndexWriter(index.getDirectory(), new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))
                .rollback();
    }

    /** Waits, without a limit, until an abandoned writer has released the lock. */
    void awaitAbandoned() {
        try {
            if (abandoning != null) {
                abandoning.join();
            }
        } catch (InterruptedException e) {
            throw new ThreadInterruptedException(e);
        }
    }

    /**
     * Waits for running merges and the merges that follow them, commits them, and releases the
     * lock. If the thread is interrupted or the wait times out, unfinished merges are lost.
     */
    @Override
    public void close() throws IOException {
        try {
            if (!mergesEnded()) {
                abandon();
                return;
            }
            index.close();
        } catch (ThreadInterruptedException | ClosedByInterruptException e) {
            // Every batch is already committed: closing has nothing to report.
            abandon();
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /**
     * Waits for running merges and commits each finished one; returns false if the wait times out.
     * Unlike Lucene's own wait, this one can be interrupted.
     */
    private boolean mergesEnded() throws IOException {
        long start = System.nanoTime();
        boolean logged = false;
        while (merges.mergeThreadCount() > 0) {
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(mergeWait) >= 0) {
                return false;
            }
            if (!logged && waited.compareTo(SILENT_WAIT) >= 0) {
                logged = true;
                LOG.info("everything is stored; merging the index for faster questions (safe to interrupt: the next"
                        + " writer resumes)");
            }
            if (!isDead() && index.hasUncommittedChanges()) {
                // Commit each finished merge, so that its source files can be deleted.
                index.commit();
            }
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException e) {
                throw new ThreadInterruptedException(e);
            }
        }
        return true;
    }

    /**
     * A merge scheduler that runs a large merge on several threads and logs failures. Lucene's
     * prints failures to standard error, and gives no merge a second thread on two processors.
     */
    private static final class BackgroundMerges extends ConcurrentMergeScheduler {
        private static final Duration IDLE_PAUSE = Duration.ofSeconds(10);
        /** The minimum bytes of a merge that gets several threads. */
        private static final long LARGE_BYTES = 64 << 20;

        private final Runnable afterMerge;
        /**
         * The threads that run parts of a merge; if all are busy, the merge's own thread runs the
         * part. Never shut down, since idle threads end.
         */
        private final Executor helpers;

        BackgroundMerges(Runnable afterMerge) {
            this.afterMerge = afterMerge;
            int others = VectorGraphFormat.THREADS - 1;
            this.helpers = others == 0
                    ? Runnable::run
                    : new ThreadPoolExecutor(
                            0,
                            others,
                            IDLE_PAUSE.toMillis(),
                            TimeUnit.MILLISECONDS,
                            new SynchronousQueue<>(),
                            Thread.ofPlatform().daemon().name("tern-merge-", 0).factory(),
                            new ThreadPoolExecutor.CallerRunsPolicy());
        }

        @Override
        public Executor getIntraMergeExecutor(MergePolicy.OneMerge merge) {
            return merge.estimatedMergeBytes < LARGE_BYTES ? Runnable::run : helpers;
        }

        @Override
        protected void doMerge(MergeSource source, MergePolicy.OneMerge merge) throws IOException {
            super.doMerge(source, merge);
            // A platform thread: until Java 24, a wait for a monitor pins a carrier thread.
            Thread.ofPlatform().daemon().name("tern-merged").start(afterMerge);
        }

        @Override
        protected void handleMergeException(Throwable failure) {
            LOG.warn("a background merge failed; the graph is unchanged: {}", failure.toString());
        }
    }
}
