package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.BatchVectors;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.file.GraphFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Imports a graph that was exported as JSON lines into a graph.
 *
 * <pre>
 *   check the whole file  --nothing wrong-->  page of passages  --missing-->  batch  -->  graph
 *                                                                                         |
 *   compare with the checksums of the footer  &lt;-------------------------------------------+
 * </pre>
 *
 * <p><b>Refused</b> before anything is written: a file that is truncated, damaged, of a newer
 * format or has an invalid line; and a graph whose embedding model or dimension does not fit.
 *
 * <p><b>With vectors</b> in the file, a new graph equals the exported one, and no model is needed.
 * Without them, the texts for which the graph has no vector are embedded.
 *
 * <p><b>Notes</b> of the file are imported according to {@link ImportedNotes}. A statement added by
 * an edit is a document, {@code edit/ID}, and is imported in any case. It is removed again if that
 * edit was undone in the graph, or in a file whose notes are imported.
 *
 * <p><b>A graph with documents</b> keeps them, but a document of the file replaces the one with the
 * same id. The graph keeps its own vectors of relations and entities. Importing again changes
 * nothing, or completes an interrupted import.
 *
 * <p>Memory holds a page of passages, the vectors that the file has before their passages, and the
 * ids of the file's rows, 22 to 43 bytes each. Not thread-safe.
 */
public final class GraphImport {
    private GraphImport() {}

    /**
     * Imports a file into a graph, with its notes if the graph has no other content.
     *
     * @throws TernException as {@link #read(Path, GraphStore, Supplier, ImportedNotes,
     *     TransferListener)}
     */
    public static ImportReport read(
            Path file, GraphStore target, Supplier<TextEmbedder> embedder, TransferListener listener) {
        return read(file, target, embedder, ImportedNotes.IF_EMPTY, listener);
    }

    /**
     * Imports a file into a graph.
     *
     * @param file a file by {@link GraphExport} in JSON lines, compressed with gzip or not
     * @param target the graph, without other concurrent writes
     * @param embedder returns the model; called only if the file has no vectors
     * @param notes decides if the file's notes are imported
     * @throws TernException if the file is refused, the graph does not fit it, a store or a model
     *     fails, the graph differs from the file in the end, or the thread is interrupted; pages
     *     written before stay
     */
    public static ImportReport read(
            Path file,
            GraphStore target,
            Supplier<TextEmbedder> embedder,
            ImportedNotes notes,
            TransferListener listener) {
        GraphFile checked;
        try {
            checked = GraphFile.check(file, (done, all) -> listener.progress(TransferStep.CHECKING_FILE, done, all));
        } catch (CancellationException e) {
            throw TernException.user("importing was interrupted before anything was imported", e);
        }
        return read(checked, target, embedder, notes, listener);
    }

    private static ImportReport read(
            GraphFile file,
            GraphStore target,
            Supplier<TextEmbedder> embedder,
            ImportedNotes notes,
            TransferListener listener) {
        long start = System.nanoTime();
        target.latest().description().ifPresent(made -> requireFit(file, made, embedder));
        FileSource source = new FileSource(file, target, embedder);
        GraphTransfer transfer = new GraphTransfer(source, target, notes, listener);
        return transfer.orInterrupted("importing", "import", () -> {
            ExtraPassages extras = transfer.extras();
            boolean whole = extras.heldBySource().isEmpty();
            transfer.run(extras);
            Optional<GraphChecksum> checksum = whole && !transfer.hasLost()
                    ? verifiedChecksum(file, target, transfer, listener)
                    : Optional.empty();
            double millis = (System.nanoTime() - start) / 1e6;
            return new ImportReport(
                    transfer.transferredPassages(),
                    transfer.unchanged(),
                    transfer.written(),
                    extras.passages().size(),
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
     * Returns the graph's checksum if it equals the file's; empty if the file has none, if the
     * graph has more passages, or if it had passages before and differs.
     *
     * @throws TernException if passages are missing, or if a graph that had no passages before
     *     differs
     */
    private static Optional<GraphChecksum> verifiedChecksum(
            GraphFile file, GraphStore target, GraphTransfer transfer, TransferListener listener) {
        try (GraphView now = target.view(Consistency.STRONG)) {
            long passages = now.statistics().passages();
            if (passages < file.passages() && !transfer.hasLost()) {
                throw TernException.store(String.format(
                        Locale.ROOT,
                        "the graph has %,d passages, fewer than the %,d of %s, although all of them were imported: some"
                                + " were lost, or removed meanwhile. Import again, while nothing else writes to the"
                                + " graph",
                        passages,
                        file.passages(),
                        file.path()));
            }
            if (file.checksum().isEmpty() || passages != file.passages()) {
                return Optional.empty();
            }
            GraphChecksum wanted = file.checksum().get();
            GraphChecksum found = GraphChecksum.of(now, rows -> listener.progress(TransferStep.COMPARING, rows, -1));
            if (found.equals(wanted)) {
                return Optional.of(found);
            }
            if (!transfer.filled() && !transfer.hasLost()) {
                throw TernException.store("the graph differs from " + file.path()
                        + ", although all of it was imported: its checksums are " + found + ", and those of the file "
                        + wanted + ". Repair the graph (tern reindex), or drop it and import again");
            }
            return Optional.empty();
        }
    }

    /**
     * A graph in a file. Each vector is in the file once, before the first page that needs it;
     * later pages read it from the target, where it has been written. If the file has no vectors,
     * the ones that the target does not have are embedded.
     */
    private static final class FileSource implements TransferSource {
        private final GraphFile file;
        private final boolean filled;
        private final StoredVectors stored;
        private final ModelVectors model;

        /** Creates the source of a file; calls {@code embedder} only if the file has no vectors. */
        FileSource(GraphFile file, GraphStore target, Supplier<TextEmbedder> embedder) {
            this.file = file;
            Optional<GraphDescription> before = target.latest().description();
            this.filled = before.isPresent();
            this.stored = new StoredVectors(target.latest());
            this.model = new ModelVectors(embedder, before, () -> {});
        }

        @Override
        public long passageCount() {
            return file.passages();
        }

        @Override
        public Notes notes() {
            return file.notes();
        }

        @Override
        public Set<String> passagesAmong(Collection<String> ids) {
            return ids.stream().filter(file::holdsPassage).collect(Collectors.toSet());
        }

        @Override
        public boolean hasDocument(String id) {
            return file.holdsDocument(id);
        }

        @Override
        public void pages(PageConsumer reader) {
            file.pages(reader::page);
        }

        /** Ignores vectors if the file has none, so that the graph keeps its own. */
        @Override
        public boolean isSame(Embedded<Passage> passage, Embedded<Passage> found) {
            return file.hasVectors() ? passage.equals(found) : passage.value().equals(found.value());
        }

        @Override
        public boolean readsTarget() {
            return true;
        }

        /** Prefers the vectors of a graph that existed before the import to the file's. */
        @Override
        public GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> found, VectorSource vectors) {
            if (file.hasVectors()) {
                BatchMaker batch = BatchMaker.ofEmbedded(missing, file.dimension());
                return (filled
                                ? batch.from(stored).from(vectors)
                                : batch.from(vectors).from(stored))
                        .from(this::readAgain)
                        .batch(file.embeddingModel(), Set.of());
            }
            return model.batch(missing.stream().map(Embedded::value).toList(), VectorSource.ofPassages(found), stored);
        }

        /** Reads vectors of earlier pages again if the target lost their rows meanwhile. */
        private void readAgain(BatchVectors wanted) {
            if (!wanted.relations().missing().isEmpty()
                    || !wanted.entities().missing().isEmpty()) {
                file.pages((page, vectors) -> vectors.fill(wanted));
            }
        }

        int embeddedTexts() {
            return model.embeddedTexts();
        }
    }
}
