package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/**
 * The last commit of a graph, opened once and shared by all who read it until there is a newer one.
 *
 * <p>Whether there is a newer one is asked by listing the directory, some tens of microseconds, so a reader sees the
 * commits of other processes too. Thread-safe.
 */
final class Snapshots implements AutoCloseable {
    private final Path path;
    private final DirectoryOpener opener;
    private @Nullable Directory directory;
    private Snapshot last;
    private long generation = -1;
    private boolean closed;

    /** How the directory of an index is opened. */
    interface DirectoryOpener {
        Directory open(Path path) throws IOException;
    }

    Snapshots(Path path, DirectoryOpener opener) throws IOException {
        this.path = path;
        this.opener = opener;
        this.last = Snapshot.empty();
    }

    /** The last commit, to be closed by the caller. */
    synchronized Snapshot acquire() throws IOException {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
        refresh();
        last.reader().incRef();
        return last;
    }

    /** The directory of the index, which exists. */
    synchronized Directory directory() throws IOException {
        if (directory == null) {
            directory = opener.open(path);
        }
        return directory;
    }

    private void refresh() throws IOException {
        // Opening the directory would create it.
        if (directory == null && !Files.isDirectory(path)) {
            return;
        }
        Directory index = directory();
        if (SegmentInfos.getLastCommitGeneration(index) == generation) {
            return;
        }
        IndexReader before = last.reader();
        DirectoryReader now = before instanceof DirectoryReader open
                ? DirectoryReader.openIfChanged(open)
                : DirectoryReader.open(index);
        if (now == null) {
            return;
        }
        try {
            last = Snapshot.of(now, path);
        } catch (IOException | RuntimeException e) {
            now.close();
            throw e;
        }
        generation = now.getIndexCommit().getGeneration();
        before.decRef();
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        last.close();
        if (directory != null) {
            directory.close();
        }
    }
}
