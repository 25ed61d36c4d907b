package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.files.WholeFile;
import dev.tern.model.TextEmbedder;
import dev.tern.store.GraphStore;
import dev.tern.transfer.file.GraphFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A whole graph in one file, and back: JSON lines with vectors, compressed with gzip.
 *
 * <p>A backup is of one view. In a store with snapshots, readers and a writer may go on, and the backup is one of the states
 * that the graph was in. A server's views are no snapshots: there, stop writing first; a backup that notices a change fails
 * and leaves no file.
 *
 * <p>The file is written under another name beside its own, forced to disk and then renamed; so a file of this name is a
 * whole backup, whatever happens meanwhile.
 */
public final class GraphBackup {
    private GraphBackup() {}

    /**
     * Writes a backup of a graph.
     *
     * @param graph the graph, which must have something in it
     * @param file where to
     * @param replace whether a file that is there is replaced; otherwise it is refused
     * @param listener hears how it goes on
     * @throws TernException if the graph is empty or not whole, the file is there, or the store or the disk fails
     */
    public static ExportReport write(GraphStore graph, Path file, boolean replace, TransferListener listener) {
        ExportSettings settings = new ExportSettings(ExportFormat.JSONL, true);
        return WholeFile.write(file, replace, to -> {
            try (OutputStream zip = new FastGzip(to)) {
                return GraphExport.write(graph, settings, zip, listener);
            }
        });
    }

    /**
     * Restores a backup into a new graph with its notes, and compares the two.
     *
     * @throws TernException as {@link #restore(Path, GraphStore, boolean, TransferListener)}
     */
    public static ImportReport restore(Path file, GraphStore graph, TransferListener listener) {
        return restore(file, graph, true, listener);
    }

    /**
     * Restores a backup into a new graph, and compares it with the checksums of the backup.
     *
     * @param file a backup, or any export with vectors
     * @param graph a graph with nothing in it; one that holds the same, in part or whole, is completed
     * @param notes whether its notes and its quarantine come along
     * @param listener hears how it goes on
     * @throws TernException if the file is refused, the graph holds something else, the store fails, the graph is not in
     *     the end what the file says, or the thread is interrupted; then the same again goes on
     */
    public static ImportReport restore(Path file, GraphStore graph, boolean notes, TransferListener listener) {
        GraphFile whole = GraphImport.check(file, listener);
        if (!whole.hasVectors()) {
            throw TernException.user(file + " is an export without vectors, not a backup; import it instead");
        }
        Supplier<TextEmbedder> none = () -> {
            throw new IllegalStateException("a backup has all vectors");
        };
        ForeignNotes choice = notes ? ForeignNotes.TAKEN : ForeignNotes.LEFT_OUT;
        ImportReport report =
                GraphImport.read(whole, graph, none, extras -> requireNone(extras, whole), choice, listener);
        if (report.checksum().isEmpty()) {
            throw TernException.store(
                    "the graph is not what " + whole.path() + " holds, although all of it was restored: it had other"
                            + " vectors of the same texts before, or something else"
                            + " wrote to it meanwhile. Drop the graph and restore"
                            + " again, while nothing else writes to it");
        }
        return report;
    }

    private static void requireNone(Extras extras, GraphFile file) {
        if (extras.count() > 0) {
            throw TernException.user(String.format(
                    Locale.ROOT,
                    "the graph is not empty: %,d of its passages, as one of document \"%s\", are not in %s; nothing"
                            + " was restored. Restore into a new graph, or drop this one first",
                    extras.count(),
                    extras.document(),
                    file.path()));
        }
        extras.heldBySource().ifPresent(edit -> {
            throw TernException.user("in the graph the edit \"" + edit.id() + "\" was taken back (it "
                    + edit.change().words() + "), and " + file.path() + " has its statement; nothing was restored."
                    + " Restore into a new graph, or import");
        });
    }

    /** Vectors hold nothing that repeats: looking for it takes four times as long and saves four parts in a hundred. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream to) throws IOException {
            super(to, 1 << 16);
            def.setStrategy(Deflater.HUFFMAN_ONLY);
        }
    }
}
