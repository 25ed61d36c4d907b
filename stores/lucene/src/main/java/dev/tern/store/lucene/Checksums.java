package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.NIOFSDirectory;

/**
 * Verifies the checksums of the files of a graph's last commit. Every index file ends with the
 * checksum of all bytes before it. Lucene itself verifies small files when it opens an index, but
 * large ones only when it merges them.
 *
 * <p>Files that the last commit does not reference are skipped: they affect no answer, and the next
 * writer deletes them.
 */
final class Checksums {
    private static final String SEGMENT = ".si";

    /** The size of the read buffer; reading is at least twice as fast as with Lucene's 1 KB. */
    private static final int PIECE_BYTES = 1 << 16;

    private Checksums() {}

    /** Returns the total bytes of all files of segments; 0 if there is no directory. */
    static long bytes(Path graph) throws IOException {
        if (!Files.isDirectory(graph)) {
            return 0;
        }
        try (Directory files = new NIOFSDirectory(graph)) {
            long bytes = 0;
            for (String name : files.listAll()) {
                bytes += IndexFileNames.CODEC_FILE_PATTERN.matcher(name).matches() ? length(files, name) : 0;
            }
            return bytes;
        }
    }

    private static long length(Directory files, String name) throws IOException {
        try {
            return files.fileLength(name);
        } catch (NoSuchFileException e) {
            // A writer deleted the file meanwhile.
            return 0;
        }
    }

    /**
     * Returns the names of the damaged or missing files, except files known to be intact; empty if
     * there is no graph.
     *
     * @param intactFiles names of intact files, which are not read; files found intact are added
     * @param stopped called before each file is read; true ends the check
     */
    static List<String> damaged(Path graph, Set<String> intactFiles, BooleanSupplier stopped) throws IOException {
        if (!Files.isDirectory(graph)) {
            return List.of();
        }
        try (Directory files = new NIOFSDirectory(graph)) {
            String commit = SegmentInfos.getLastCommitSegmentsFileName(files);
            while (commit != null) {
                List<String> damaged =
                        isWhole(files, commit) ? damaged(files, commit, intactFiles, stopped) : List.of(commit);
                String last = SegmentInfos.getLastCommitSegmentsFileName(files);
                if (damaged.isEmpty() || commit.equals(last)) {
                    return damaged;
                }
                // Another process may have committed and deleted files meanwhile: check the newer
                // commit.
                commit = last;
            }
            return List.of();
        }
    }

    /**
     * Returns the names of the damaged or missing files of a commit.
     *
     * @param intactFiles names of intact files, which are not read; files found intact are added
     */
    private static List<String> damaged(
            Directory files, String commit, Set<String> intactFiles, BooleanSupplier stopped) throws IOException {
        List<String> damaged = new ArrayList<>();
        for (String name : new TreeSet<>(filesOf(files, commit))) {
            if (intactFiles.contains(name)) {
                continue;
            }
            if (stopped.getAsBoolean()) {
                break;
            }
            if (isWhole(files, name)) {
                intactFiles.add(name);
            } else {
                damaged.add(name);
            }
        }
        return damaged;
    }

    private static Collection<String> filesOf(Directory files, String commit) throws IOException {
        try {
            return SegmentInfos.readCommit(files, commit).files(false);
        } catch (NoSuchFileException e) {
            return List.of(Path.of(e.getFile()).getFileName().toString());
        } catch (IOException e) {
            // A segment info file is damaged: check all of them to find it.
            List<String> segments = new ArrayList<>(List.of(files.listAll()));
            segments.removeIf(name -> !name.endsWith(SEGMENT));
            return segments;
        }
    }

    static boolean isWhole(Directory files, String name) throws IOException {
        try (IndexInput file = files.openInput(name, IOContext.READONCE)) {
            return CodecUtil.retrieveChecksum(file) == checksum(file);
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileSystemException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            if (e.getCause() instanceof ClosedByInterruptException) {
                throw e;
            }
            // The file is too short or unreadable, or its footer is invalid.
            return false;
        }
    }

    /** Computes the checksum of the bytes before the file's own checksum. */
    private static long checksum(IndexInput file) throws IOException {
        CRC32 sum = new CRC32();
        byte[] piece = new byte[PIECE_BYTES];
        file.seek(0);
        for (long left = file.length() - Long.BYTES; left > 0; left -= Math.min(left, piece.length)) {
            int length = (int) Math.min(left, piece.length);
            file.readBytes(piece, 0, length, false);
            sum.update(piece, 0, length);
        }
        return sum.getValue();
    }
}
