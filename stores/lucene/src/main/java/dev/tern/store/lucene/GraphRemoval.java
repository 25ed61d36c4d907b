package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the directory of a graph.
 *
 * <p>The commit file {@code segments_N} is deleted first. Without it there is no graph, and
 * Lucene's next writer deletes files that no commit references, so a crash never leaves half a
 * graph. The lock file is the last file deleted, while the lock is held: the next writer creates a
 * new lock file in an empty directory.
 */
final class GraphRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(GraphRemoval.class);

    private final Path path;
    private final Deletion deletion;

    /** Deletes a file if it exists. */
    interface Deletion {
        void delete(Path file) throws IOException;
    }

    private GraphRemoval(Path path, Deletion deletion) {
        this.path = path;
        this.deletion = deletion;
    }

    static GraphRemoval of(Path graph) {
        return of(graph, Files::deleteIfExists);
    }

    static GraphRemoval of(Path graph, Deletion deletion) {
        return new GraphRemoval(graph, deletion);
    }

    /**
     * Removes the graph and returns true if there was one. If the directory has no commit and only
     * files of an index, these are deleted.
     *
     * @throws TernException if the graph is being written, this version of Tern cannot read its
     *     format, or its directory also holds other files
     */
    boolean remove() {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (FSDirectory index = FSDirectory.open(path)) {
            boolean graph = DirectoryReader.indexExists(index);
            List<String> files = files();
            Optional<String> foreign =
                    files.stream().filter(name -> !ofIndex(name)).findFirst();
            if (!graph && (files.isEmpty() || foreign.isPresent())) {
                return false;
            }
            if (foreign.isPresent()) {
                throw TernException.operator(path + " holds \"" + foreign.get()
                        + "\", which is not from Tern; nothing was dropped. Move it elsewhere first");
            }
            return removeLocked(index);
        } catch (LockObtainFailedException e) {
            throw GraphWriter.lockedException(path, e);
        } catch (NoSuchFileException e) {
            // Another process removed the graph first.
            return false;
        } catch (IOException e) {
            throw StoreFailure.writing(path, e);
        }
    }

    private boolean removeLocked(FSDirectory index) throws IOException {
        boolean graph;
        try (Lock lock = index.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            lock.ensureValid();
            graph = DirectoryReader.indexExists(index);
            if (graph) {
                requireOurs(index);
            }
            removeCommits(index);
            for (String name : files()) {
                if (ofIndex(name) && !name.equals(IndexWriter.WRITE_LOCK_NAME)) {
                    deletion.delete(path.resolve(name));
                }
            }
            deletion.delete(path.resolve(IndexWriter.WRITE_LOCK_NAME));
        }
        try {
            deletion.delete(path);
        } catch (DirectoryNotEmptyException e) {
            // Another process has created a graph of this name in the meantime.
            return graph;
        }
        return graph;
    }

    private void requireOurs(FSDirectory index) throws IOException {
        try {
            Snapshot.describe(SegmentInfos.readLatestCommit(index).getUserData(), path);
        } catch (CorruptIndexException | EOFException | NoSuchFileException e) {
            // A damaged index may be dropped: the directory is in a store and holds only index
            // files.
            LOG.warn("the graph in {} is damaged, and is dropped anyway: {}", path, e.toString());
        }
    }

    /** Deletes commits oldest first, so a crash leaves the newest commit or none. */
    private void removeCommits(FSDirectory index) throws IOException {
        List<String> commits = Stream.of(index.listAll())
                .filter(name -> name.startsWith(IndexFileNames.SEGMENTS + "_"))
                .sorted(Comparator.comparingLong(SegmentInfos::generationFromSegmentsFileName))
                .toList();
        for (String commit : commits) {
            deletion.delete(path.resolve(commit));
        }
        // The directory is synced before other files are deleted: a power cut could otherwise bring
        // back the commit file alone.
        index.syncMetaData();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static boolean ofIndex(String name) {
        return name.startsWith(IndexFileNames.SEGMENTS + "_")
                || name.startsWith(IndexFileNames.PENDING_SEGMENTS + "_")
                || IndexFileNames.CODEC_FILE_PATTERN.matcher(name).matches()
                || name.equals(IndexWriter.WRITE_LOCK_NAME)
                || name.equals(WriterPid.FILE)
                // Includes partial files of a killed process.
                || name.startsWith(CheckedFiles.FILE);
    }
}
