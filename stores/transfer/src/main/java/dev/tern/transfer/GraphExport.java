package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.files.AtomicFile;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.file.GraphmlExport;
import dev.tern.transfer.file.JsonlExport;
import dev.tern.transfer.scan.ExportTally;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a graph to a file or a stream.
 *
 * <p>The export reads one view of the graph: in a store with snapshots, concurrent writes are not
 * in the file. A server has no snapshots, so nothing should write to its graph during the export;
 * an export as JSON lines fails if it detects such a write.
 *
 * <p>Memory is constant: texts and vectors are read a page at a time, and the ids already written
 * as JSON lines are in a {@link dev.tern.store.shared.ContentIdSet}.
 *
 * <p>Thread-safe. An interrupt ends the thread's export and leaves the stream incomplete.
 */
public final class GraphExport {
    private static final int BUFFER_BYTES = 1 << 16;

    private GraphExport() {}

    /**
     * Writes a graph to a file atomically, compressed with gzip if its name ends with .gz.
     *
     * @param graph the graph, which must not be empty
     * @param replace true to replace an existing file; otherwise it is refused
     * @throws TernException as {@link #write(GraphStore, ExportSettings, OutputStream,
     *     TransferListener)}, and if the file exists and is not to be replaced, or cannot be
     *     written, which may be due to an interrupt
     * @throws CancellationException if the thread is interrupted other than in a write to the file
     */
    public static ExportReport write(
            GraphStore graph, ExportSettings settings, Path file, boolean replace, TransferListener listener) {
        boolean compressed = file.toString().endsWith(".gz");
        return AtomicFile.write(file, replace, to -> {
            if (!compressed) {
                return write(graph, settings, to, listener);
            }
            try (OutputStream zip = new FastGzip(to)) {
                return write(graph, settings, zip, listener);
            }
        });
    }

    /**
     * Writes a graph to a stream.
     *
     * @param graph the graph, which must not be empty
     * @param to the stream, which is flushed and not closed
     * @param listener gets the progress
     * @throws TernException if the graph is empty or inconsistent, or the store or stream fails
     * @throws CancellationException if the thread is interrupted
     */
    public static ExportReport write(
            GraphStore graph, ExportSettings settings, OutputStream to, TransferListener listener) {
        long start = System.nanoTime();
        try (GraphView view = graph.view(Consistency.STRONG)) {
            GraphDescription description =
                    view.description().orElseThrow(() -> TernException.conflict("the graph to export is empty"));
            GraphStatistics counts = view.statistics();
            ExportTally tally =
                    new ExportTally(done -> listener.progress(TransferStep.WRITING_FILE, done, counts.passages()));
            OutputStream buffered = new BufferedOutputStream(to, BUFFER_BYTES);
            Optional<GraphChecksum> checksum = Optional.empty();
            switch (settings.format()) {
                case JSONL ->
                    checksum = Optional.ofNullable(new JsonlExport(
                                    view, buffered, tally, rows -> listener.progress(TransferStep.COMPARING, rows, -1))
                            .write(description, counts, settings.vectors()));
                case GRAPHML -> new GraphmlExport(view, buffered, tally).write();
            }
            buffered.flush();
            double millis = (System.nanoTime() - start) / 1e6;
            return new ExportReport(tally.passages(), tally.statements(), checksum, millis);
        } catch (IOException e) {
            throw unwritable(e);
        } catch (UncheckedIOException e) {
            throw unwritable(e.getCause() == null ? e : e.getCause());
        }
    }

    /**
     * Compresses with Huffman codes only: vectors have no repetitions, and searching for
     * repetitions takes four times as long.
     */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream to) throws IOException {
            super(to, BUFFER_BYTES);
            def.setStrategy(Deflater.HUFFMAN_ONLY);
        }
    }

    private static TernException unwritable(Exception failure) {
        return TernException.store("the export cannot be written: " + failure.getMessage(), failure);
    }
}
