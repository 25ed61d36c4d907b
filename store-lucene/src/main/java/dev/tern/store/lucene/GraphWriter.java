package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.ThreadInterruptedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The right to write a graph, from the first write until the store is closed. */
final class GraphWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GraphWriter.class);

    private final Path path;
    private final IndexWriter index;

    private GraphWriter(Path path, IndexWriter index) {
        this.path = path;
        this.index = index;
    }

    /**
     * Takes the lock of a graph, whose directory exists.
     *
     * @throws TernException if another process, or another store in this one, holds it
     */
    static GraphWriter open(Directory directory, Path path, LuceneOptions options) throws IOException {
        try {
            GraphWriter writer = new GraphWriter(path, new IndexWriter(directory, config(options)));
            writer.noteProcess();
            return writer;
        } catch (LockObtainFailedException e) {
            throw refused(path, e);
        }
    }

    /** What to tell somebody who wants a lock that another holds. */
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

    private static IndexWriterConfig config(LuceneOptions options) {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setCodec(new GraphCodec(options.vectorGraphFrom()));
        config.setRAMBufferSizeMB(options.writeBufferMegabytes());
        config.setMergePolicy(new FewSegments());
        config.setMergeScheduler(new QuietMerges());
        return config;
    }

    IndexWriter index() {
        return index;
    }

    /** Forgets what was not committed, and gives the lock back. */
    void abandon() {
        try {
            index.rollback();
        } catch (IOException | RuntimeException e) {
            // The writer is closed all the same, and what it left is swept by the next one.
            LOG.debug("while giving up a write to {}", path, e);
        }
        WriterPid.deleteOwn(path);
    }

    /** Waits for merges under way, commits them, and gives the lock back; on an interrupted thread the merges are lost. */
    @Override
    public void close() throws IOException {
        try {
            index.close();
        } catch (ThreadInterruptedException e) {
            // Every batch is committed already: closing has nothing to report.
            abandon();
            Thread.currentThread().interrupt();
        } finally {
            WriterPid.deleteOwn(path);
        }
    }

    /** Merges in the background whose failures reach the log; Lucene's would reach the standard error output. */
    private static final class QuietMerges extends ConcurrentMergeScheduler {
        @Override
        protected void handleMergeException(Throwable failure) {
            LOG.warn("a merge in the background failed; the graph is as it was before: {}", failure.toString());
        }
    }
}
