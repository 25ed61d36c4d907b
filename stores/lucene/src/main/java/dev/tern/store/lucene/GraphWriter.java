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

/** The right to write a graph, from the first write until the store is closed. */
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
     * Takes the lock of a graph, whose directory exists.
     *
     * @param afterMerge run after each merge in the background, in a thread of its own; what was merged is not committed yet
     * @throws TernException if another process, or another store in this one, holds it
     */
    static GraphWriter open(Directory directory, Path path, LuceneOptions options, Runnable afterMerge)
            throws IOException {
        BackgroundMerges merges = new BackgroundMerges(afterMerge);
        try {
            IndexWriter index = new IndexWriter(directory, config(options, merges));
            GraphWriter writer = new GraphWriter(path, index, merges, options.mergeWait());
            writer.noteProcess();
            return writer;
        } catch (LockObtainFailedException e) {
            throw refused(path, e);
        }
    }

    /** The failure of a writer that wants a lock which another one holds. */
    static TernException refused(Path path, LockObtainFailedException failure) {
        String holder = WriterPid.holder(path)
                .map(pid -> pid == ProcessHandle.current().pid()
                        ? "another store that this process (" + pid + ") has open"
                        : "process " + pid)
                .orElse("another process");
        return TernException.store(
                "the graph in " + path + " is being written by " + holder
                        + "; one at a time can write, any number can read. Wait until it has ended, or end it",
                failure);
    }

    private void noteProcess() throws IOException {
        try {
            WriterPid.write(path);
        } catch (IOException e) {
            abandon();
            throw e;
        }
    }

    private static IndexWriterConfig config(LuceneOptions options, BackgroundMerges merges) {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setCodec(new GraphCodec(options.vectorGraphFrom()));
        config.setRAMBufferSizeMB(options.writeBufferMegabytes());
        config.setMergePolicy(new FewSegments());
        config.setMergeScheduler(merges);
        return config;
    }

    IndexWriter index() {
        return index;
    }

    /** Whether the writer writes no more, after a failure that a merge in the background may have met. */
    boolean isDead() {
        return index.getTragicException() != null;
    }

    /** The failure of the disk after which the writer writes no more. */
    Optional<Exception> fatal() {
        return index.getTragicException() instanceof IOException failure ? Optional.of(failure) : Optional.empty();
    }

    /**
     * Forgets what was not committed, and gives the lock back: within some seconds, or, if Lucene is amid a merge that it
     * cannot leave, in the background as soon as it can.
     */
    void abandon() {
        abandoning = Thread.ofPlatform().daemon().name("tern-abandon").start(() -> {
            try {
                index.rollback();
                if (isDead()) {
                    sweep();
                }
            } catch (IOException | RuntimeException e) {
                // The writer is closed all the same, and what it left is swept by the next one.
                LOG.debug("while giving up a write to {}", path, e);
            }
            WriterPid.deleteOwn(path);
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
     * Deletes the files that no commit names. After a failure of the disk Lucene's writer leaves those that it had begun, and its next one
     * deletes them: on a full disk, that must not wait for the next batch.
     */
    private void sweep() throws IOException {
        new IndexWriter(index.getDirectory(), new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))
                .rollback();
    }

    /** Waits until a writer that was abandoned has given the lock back. */
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
     * Waits for merges under way and for those that become due when they end, commits them, and gives the lock back. On an
     * interrupted thread, and when it has waited for as long as it may, the merges that have not ended are lost.
     */
    @Override
    public void close() throws IOException {
        try {
            if (!mergesEnded()) {
                abandon();
                return;
            }
            index.close();
            WriterPid.deleteOwn(path);
        } catch (ThreadInterruptedException | ClosedByInterruptException e) {
            // Every batch is committed already: closing has nothing to report.
            abandon();
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /** Whether nothing is merged any more, after a wait for it; unlike Lucene's own waiting it ends with an interrupt. */
    private boolean mergesEnded() throws IOException {
        long start = System.nanoTime();
        boolean said = false;
        while (merges.mergeThreadCount() > 0) {
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(mergeWait) >= 0) {
                return false;
            }
            if (!said && waited.compareTo(SILENT_WAIT) >= 0) {
                said = true;
                LOG.info("everything is stored; merging the index, which makes questions faster"
                        + " (interrupting it loses nothing: the next writer does it)");
            }
            if (!isDead() && index.hasUncommittedChanges()) {
                // A merge has ended: it is kept, whatever becomes of the next, and the files that it was made of go.
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
     * Merges of which a large one has all processors, and whose failures reach the log; Lucene's would reach the standard error output, and its
     * scheduler would give none a second thread on a machine of two processors.
     */
    private static final class BackgroundMerges extends ConcurrentMergeScheduler {
        private static final Duration IDLE = Duration.ofSeconds(10);
        /** Below that a merge is done before threads would have helped. */
        private static final long LARGE_BYTES = 64 << 20;

        private final Runnable afterMerge;
        /** Helps the thread of a merge, which does itself what no other is free for. Never shut down, which would drop that: idle threads end. */
        private final Executor helpers;

        BackgroundMerges(Runnable afterMerge) {
            this.afterMerge = afterMerge;
            int others = VectorGraphFormat.THREADS - 1;
            this.helpers = others == 0
                    ? Runnable::run
                    : new ThreadPoolExecutor(
                            0,
                            others,
                            IDLE.toMillis(),
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
            // Not virtual: until Java 24 one that waits in a monitor of Lucene's holds a carrier that others need.
            Thread.ofPlatform().daemon().name("tern-merged").start(afterMerge);
        }

        @Override
        protected void handleMergeException(Throwable failure) {
            LOG.warn("a merge in the background failed; the graph is as it was before: {}", failure.toString());
        }
    }
}
