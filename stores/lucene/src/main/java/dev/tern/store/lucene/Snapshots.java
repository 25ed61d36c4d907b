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
 * The last commit of a graph, opened once and shared by all who read it until there is a newer one.
 *
 * <p>Whether there is a newer one is asked by listing the directory, some tens of microseconds, so a reader sees the
 * commits of other processes too, and that a graph was dropped. Thread-safe.
 */
final class Snapshots implements AutoCloseable {
    /** A file that is gone each time is missing. */
    private static final int OPEN_ATTEMPTS = 4;

    private final Path path;
    private final DirectoryOpener opener;
    private final SegmentVectors segmentVectors = new SegmentVectors();
    private @Nullable Directory directory;
    private Snapshot last;
    private Stamp stamp = Stamp.NONE;
    private boolean closed;

    /** How the directory of an index is opened. */
    interface DirectoryOpener {
        Directory open(Path path) throws IOException;
    }

    /**
     * The last commit's file. The generation alone would not tell the first commit of a graph from the first of another
     * that was made in its place.
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
                // A newer one has taken its place, and the next look finds it.
                return new Stamp(generation, null, null);
            }
        }
    }

    Snapshots(Path path, DirectoryOpener opener) throws IOException {
        this.path = path;
        this.opener = opener;
        this.last = Snapshot.empty(segmentVectors);
    }

    /** The last commit, to be closed by the caller. */
    synchronized Snapshot acquire() throws IOException {
        if (closed) {
            throw new StoreClosedException();
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

    /**
     * A commit that fails after its file got its name is taken back by its writer, so a file that was listed can be
     * gone when it is opened: then the directory is listed again. Of a file of a segment that is gone Lucene says that the
     * index is corrupt.
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
            // Dropped while it was being opened.
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

    /** The last commit, by way of the one before where that is of the same graph: then they share what has not changed. */
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
