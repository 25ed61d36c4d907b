package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.files.WholeFile;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import dev.tern.transfer.file.GraphFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
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
     * Writes a backup.
     *
     * @param graph the graph, which must have something in it
     * @param file where to
     * @param replace whether a file that is there is replaced; otherwise it is refused
     * @param listener hears how it goes on
     * @throws TernException if the graph is empty or not whole, the file is there, or the store or the disk fails
     */
    public static ExportReport write(GraphStore graph, Path file, boolean replace, ExchangeListener listener) {
        ExportSettings settings = new ExportSettings(ExportFormat.JSONL, true);
        return WholeFile.write(file, replace, to -> {
            try (OutputStream zip = new FastGzip(to)) {
                return GraphExport.write(graph, settings, zip, listener);
            }
        });
    }

    /**
     * Restores a backup into a new graph, and compares it with the checksums of the backup.
     *
     * @param file a backup, or any export with vectors
     * @param graph a graph with nothing in it; one that holds the same, in part or whole, is completed
     * @param listener hears how it goes on
     * @throws TernException if the file is refused, the graph holds something else, the store fails, the graph is not in
     *     the end what the file says, or the thread is interrupted; then the same again goes on
     */
    public static ImportReport restore(Path file, GraphStore graph, ExchangeListener listener) {
        GraphFile whole = GraphImport.check(file, listener);
        if (!whole.hasVectors()) {
            throw TernException.user(file + " is an export without vectors, not a backup; import it instead");
        }
        requireNothingElse(whole, graph);
        return GraphImport.read(
                whole,
                graph,
                () -> {
                    throw new IllegalStateException("a backup has all vectors");
                },
                listener);
    }

    private static void requireNothingElse(GraphFile file, GraphStore graph) {
        try (GraphView view = graph.view(Consistency.STRONG)) {
            Strangers strangers = new Strangers(file);
            view.scan(strangers);
            if (strangers.count > 0) {
                throw TernException.user(String.format(
                        Locale.ROOT,
                        "the graph is not empty: %,d of its passages, as one of document \"%s\", are not in %s; nothing"
                                + " was restored. Restore into a new graph, or drop this one first",
                        strangers.count,
                        strangers.example,
                        file.path()));
            }
        }
    }

    /** Finds passages of a graph that are not in a file. */
    private static final class Strangers implements GraphVisitor {
        private final GraphFile file;
        private long count;
        private String example = "";

        Strangers(GraphFile file) {
            this.file = file;
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.PASSAGE);
        }

        @Override
        public void passage(Embedded<Passage> passage) {
            if (!file.holdsPassage(passage.value().id())) {
                count++;
                example = passage.value().documentId();
            }
        }
    }

    /** Vectors hold nothing that repeats: looking for it takes four times as long and saves four parts in a hundred. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream to) throws IOException {
            super(to, 1 << 16);
            def.setStrategy(Deflater.HUFFMAN_ONLY);
        }
    }
}
