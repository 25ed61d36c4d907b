package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.transfer.TransferListener.Step;
import dev.tern.transfer.file.GraphFile;
import dev.tern.transfer.scan.GraphChecksum;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings a graph that was exported as JSON lines into a graph.
 *
 * <pre>
 *   check the whole file  --nothing wrong-->  page of passages  --those that the graph lacks-->  batch  -->  graph
 *                                                                                                             |
 *   compare with the checksums of the footer  &lt;---------------------------------------------------------------+
 * </pre>
 *
 * <p><b>Refused whole</b>, before anything is written: a file that is truncated, damaged, of a newer format or has a line
 * that is not as it should be; and a graph of another embedding model or dimension.
 *
 * <p><b>With vectors</b> in the file the graph becomes exactly what was exported, and no model is needed. Without them,
 * everything is embedded again.
 *
 * <p><b>Notes</b> of the file are taken as {@link ForeignNotes} says. A statement that a person added is a document, {@code edit/ID}, and
 * comes in any case.
 *
 * <p><b>A graph that has documents already</b> keeps them; a document of the file replaces the one of the same id. Vectors
 * of relations and entities that the graph has stay the graph's. A statement that a person added, and took back in the graph or in
 * the file, is not in the graph afterwards. Imported again, nothing changes; after an interruption the same import goes on.
 *
 * <p>Memory does not grow with texts and vectors; remembered are the ids of what is in the file, 22 to 43 bytes each. For
 * one thread.
 */
public final class GraphImport {
    private GraphImport() {}

    /**
     * Imports a file into a graph, with its notes if the graph holds nothing else.
     *
     * @throws TernException as {@link #read(Path, GraphStore, Supplier, ForeignNotes, TransferListener)}
     */
    public static ImportReport read(
            Path file, GraphStore target, Supplier<TextEmbedder> embedder, TransferListener listener) {
        return read(file, target, embedder, ForeignNotes.INTO_NOTHING_ELSE, listener);
    }

    /**
     * Imports a file into a graph.
     *
     * @param file as {@link GraphExport} writes it as JSON lines, compressed with gzip or not
     * @param target the graph, which should not be written otherwise meanwhile
     * @param embedder asked for only if the file has no vectors
     * @param notes what happens to the notes of the file
     * @param listener hears how it goes on
     * @throws TernException if the file is refused, the graph does not fit it, a store or a model fails, the graph is not
     *     in the end what the file says, or the thread is interrupted; what was written before stays
     */
    public static ImportReport read(
            Path file,
            GraphStore target,
            Supplier<TextEmbedder> embedder,
            ForeignNotes notes,
            TransferListener listener) {
        GraphFile checked = GraphFile.check(file, (done, all) -> listener.progress(Step.CHECKING_FILE, done, all));
        return read(checked, target, embedder, notes, listener);
    }

    private static ImportReport read(
            GraphFile file,
            GraphStore target,
            Supplier<TextEmbedder> embedder,
            ForeignNotes notes,
            TransferListener listener) {
        long start = System.nanoTime();
        target.description().ifPresent(made -> requireFit(file, made, embedder));
        FileSource source = new FileSource(file, target, embedder);
        Transfer transfer = new Transfer(source, target, notes, listener);
        return transfer.orInterrupted("importing", "import", () -> {
            Extras extras = transfer.extras();
            boolean whole = extras.heldBySource().isEmpty();
            transfer.run(extras);
            Optional<GraphChecksum> checksum =
                    whole ? compared(file, target, transfer.filled(), listener) : Optional.empty();
            double millis = (System.nanoTime() - start) / 1e6;
            return new ImportReport(
                    transfer.done(),
                    transfer.unchanged(),
                    transfer.written(),
                    extras.stale().size(),
                    source.embeddedTexts(),
                    checksum,
                    transfer.carried(),
                    millis);
        });
    }

    private static void requireFit(GraphFile file, GraphDescription made, Supplier<TextEmbedder> embedder) {
        if (!file.hasVectors()) {
            made.requireModel(embedder.get().modelName());
        } else if (!file.embeddingModel().equals(made.embeddingModel()) || file.dimension() != made.dimension()) {
            throw TernException.user(file.path() + " has vectors of the embedding model \"" + file.embeddingModel()
                    + "\" (" + file.dimension() + " dimensions), and the graph has vectors of \""
                    + made.embeddingModel() + "\" (" + made.dimension()
                    + " dimensions); nothing was imported. Import into another graph, or export without vectors");
        }
    }

    /**
     * The checksum of the graph, if it is that of the file. It may differ if the graph has other passages, or had vectors of its own of
     * what these state.
     */
    private static Optional<GraphChecksum> compared(
            GraphFile file, GraphStore target, boolean filled, TransferListener listener) {
        try (GraphView now = target.view(Consistency.STRONG)) {
            long passages = now.statistics().passages();
            if (passages < file.passages()) {
                throw TernException.store(String.format(
                        Locale.ROOT,
                        "the graph has %,d passages, fewer than the %,d of %s, although all of them were imported: some"
                                + " were lost, or removed meanwhile. Import again, while nothing else writes to the"
                                + " graph",
                        passages,
                        file.passages(),
                        file.path()));
            }
            if (file.checksum().isEmpty() || passages > file.passages()) {
                return Optional.empty();
            }
            GraphChecksum wanted = file.checksum().get();
            GraphChecksum found = GraphChecksum.of(now, rows -> listener.progress(Step.COMPARING, rows, -1));
            if (found.equals(wanted)) {
                return Optional.of(found);
            }
            if (!filled) {
                throw TernException.store("the graph is not what " + file.path() + " holds, although all of it was"
                        + " imported: its checksums are " + found + ", and those of the file " + wanted
                        + ". Mend the graph (tern reindex), or drop it and import again");
            }
            return Optional.empty();
        }
    }
}
