package dev.tern.store.lucene;

import dev.tern.store.StoreClosedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/**
 * The last commit of a graph, opened once and shared by all readers until there is a newer one.
 *
 * <p>Each {@link #acquire} lists the directory to find a newer commit, in some tens of
 * microseconds, so it finds commits and drops by other processes too. Thread-safe.
 */
final class SharedSnapshot implements AutoCloseable {
    /** The maximum number of attempts to open a commit, each of which may find a file missing. */
    private static final int OPEN_ATTEMPTS = 4;

    private final Path path;
    private final DirectoryOpener opener;
    private final SegmentVectors segmentVectors = new SegmentVectors();
    private @Nullable Directory directory;
    private Snapshot last;
    private Stamp stamp = Stamp.NONE;
    private boolean closed;

    /** Opens the directory of an index. */
    interface DirectoryOpener {
        Directory open(Path path) throws IOException;
    }

    /**
     * The identity of the last commit's file. The generation alone does not suffice: a graph that
     * was dropped and created anew starts from the first generation again.
     */
    private record Stamp(
            long generation,
            @Nullable Object fileKey,
            @Nullable FileTime modified) {
        static final Stamp NONE = new Stamp(-1, null, null);

        static Stamp of(Path path) throws IOException {
            long generation = NONE.generation;
            Path last = path;
            try (DirectoryStream<Path> commits = Files.newDirectoryStream(path, IndexFileNames.SEGMENTS + "_*")) {
                for (Path commit : commits) {
                    long found = SegmentInfos.generationFromSegmentsFileName(
                            commit.getFileName().toString());
                    if (found > generation) {
                        generation = found;
                        last = commit;
                    }
                }
            } catch (NoSuchFileException | NotDirectoryException e) {
                return NONE;
            }
            if (last.equals(path)) {
                return NONE;
            }
            try {
                BasicFileAttributes attributes = Files.readAttributes(last, BasicFileAttributes.class);
                return new Stamp(generation, attributes.fileKey(), attributes.lastModifiedTime());
            } catch (NoSuchFileException e) {
                // A newer commit has replaced this one; the next read finds it.
                return new Stamp(generation, null, null);
            }
        }
    }

    SharedSnapshot(Path path, DirectoryOpener opener) throws IOException {
        this.path = path;
        this.opener = opener;
        this.last = Snapshot.empty(segmentVectors);
    }

    /**
     * Returns the last commit, to be closed by the caller; an empty snapshot if there is none.
     *
     * @throws StoreClosedException after {@link #close}
     */
    synchronized Snapshot acquire() throws IOException {
        if (closed) {
            throw new StoreClosedException();
        }
        refresh();
        last.reader().incRef();
        return last;
    }

    /** Returns the directory of the index, opened on the first call; the folder must exist. */
    synchronized Directory directory() throws IOException {
        if (directory == null) {
            directory = opener.open(path);
        }
        return directory;
    }

    /**
     * Opens the last commit if it is new, and retries if one of its files is gone: if a commit
     * fails, its writer deletes its files, which a reader may have listed before. Lucene reports a
     * missing segment file as a corrupt index.
     */
    private void refresh() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                refreshOnce();
                return;
            } catch (IOException e) {
                if (attempt == OPEN_ATTEMPTS || !isOfFileThatIsGone(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isOfFileThatIsGone(IOException failure) {
        Throwable cause = failure instanceof CorruptIndexException ? failure.getCause() : failure;
        return cause instanceof NoSuchFileException || cause instanceof FileNotFoundException;
    }

    private void refreshOnce() throws IOException {
        Stamp now = Stamp.of(path);
        if (now.equals(stamp)) {
            return;
        }
        Snapshot newer;
        try {
            newer = now.equals(Stamp.NONE) ? Snapshot.empty(segmentVectors) : open(directory());
        } catch (IOException e) {
            if (!Stamp.of(path).equals(Stamp.NONE)) {
                throw e;
            }
            // The graph was dropped while it was opened.
            newer = Snapshot.empty(segmentVectors);
            now = Stamp.NONE;
        }
        last.close();
        last = newer;
        stamp = now;
    }

    private Snapshot open(Directory index) throws IOException {
        DirectoryReader now = reopen(index);
        try {
            return Snapshot.of(now, path, segmentVectors);
        } catch (IOException | RuntimeException e) {
            now.close();
            throw e;
        }
    }

    /**
     * Opens the last commit; shares unchanged segments with the previous one if both belong to the
     * same graph.
     */
    private DirectoryReader reopen(Directory index) throws IOException {
        if (last.reader() instanceof DirectoryReader before
                && Snapshot.sameGraph(
                        before.getIndexCommit().getUserData(),
                        SegmentInfos.readLatestCommit(index).getUserData())) {
            DirectoryReader changed = DirectoryReader.openIfChanged(before);
            if (changed != null) {
                return changed;
            }
            before.incRef();
            return before;
        }
        return DirectoryReader.open(index);
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
