package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.Quarantine;
import dev.tern.store.RowKind;
import dev.tern.transfer.ExchangeListener.Step;
import dev.tern.transfer.file.GraphFile;
import dev.tern.transfer.scan.GraphChecksum;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
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
 * <p><b>A graph that has documents already</b> keeps them; a document of the file replaces the one of the same id. Vectors
 * of relations and entities that the graph has stay the graph's. Imported again, nothing changes; after an interruption the
 * same import goes on.
 *
 * <p>Memory does not grow with texts and vectors; remembered are the ids of what is in the file, 22 to 43 bytes each. For
 * one thread.
 */
public final class GraphImport {
    private static final int IDS_A_STEP = 256;

    private final GraphFile file;
    private final GraphStore target;
    private final Supplier<TextEmbedder> embedder;
    private final ExchangeListener listener;
    private long unchanged;
    private long written;
    private long embeddedTexts;

    private GraphImport(GraphFile file, GraphStore target, Supplier<TextEmbedder> embedder, ExchangeListener listener) {
        this.file = file;
        this.target = target;
        this.embedder = embedder;
        this.listener = listener;
    }

    /**
     * Imports a file.
     *
     * @param file as {@link GraphExport} writes it as JSON lines, compressed with gzip or not
     * @param target the graph, which nobody else should write meanwhile
     * @param embedder asked for only if the file has no vectors
     * @param listener hears how it goes on
     * @throws TernException if the file is refused, the graph does not fit it, a store or a model fails, the graph is not
     *     in the end what the file says, or the thread is interrupted; what was written before stays
     */
    public static ImportReport read(
            Path file, GraphStore target, Supplier<TextEmbedder> embedder, ExchangeListener listener) {
        return read(check(file, listener), target, embedder, listener);
    }

    static GraphFile check(Path file, ExchangeListener listener) {
        return GraphFile.check(file, (done, all) -> listener.progress(Step.CHECKING_FILE, done, all));
    }

    static ImportReport read(
            GraphFile file, GraphStore target, Supplier<TextEmbedder> embedder, ExchangeListener listener) {
        return new GraphImport(file, target, embedder, listener).run();
    }

    private ImportReport run() {
        long start = System.nanoTime();
        Optional<GraphDescription> made = target.description();
        made.ifPresent(this::requireFit);
        boolean filled = made.isPresent() && target.statistics().passages() > 0;
        try {
            if (filled) {
                quarantine();
            }
            writePassages(filled);
            quarantine();
            Set<String> stale = filled ? stalePassages() : Set.of();
            remove(stale);
            Optional<GraphChecksum> checksum = compared();
            double millis = (System.nanoTime() - start) / 1e6;
            return new ImportReport(
                    unchanged + written, unchanged, written, stale.size(), embeddedTexts, checksum, millis);
        } catch (CancellationException | TernException e) {
            throw Thread.currentThread().isInterrupted() ? interrupted(e) : e;
        }
    }

    /** What was hidden where the file comes from stays hidden; what the graph hides already, too. */
    private void quarantine() {
        Quarantine more = file.quarantine();
        if (!more.sources().isEmpty() && target.description().isPresent()) {
            target.quarantine(present -> present.with(more.sources()));
        }
    }

    private void requireFit(GraphDescription made) {
        if (!file.hasVectors()) {
            made.requireModel(embedder.get().modelName());
        } else if (!file.embeddingModel().equals(made.embeddingModel()) || file.dimension() != made.dimension()) {
            throw TernException.user(file.path() + " has vectors of the embedding model \"" + file.embeddingModel()
                    + "\" (" + file.dimension() + " dimensions), and the graph has vectors of \""
                    + made.embeddingModel() + "\" (" + made.dimension()
                    + " dimensions); nothing was imported. Import into another graph, or export without vectors");
        }
    }

    private void writePassages(boolean filled) {
        ImportVectors vectors = new ImportVectors(target, file, embedder);
        file.pages(page -> {
            requireUninterrupted();
            List<Embedded<Passage>> missing = filled ? missing(page.passages()) : page.passages();
            unchanged += page.passages().size() - missing.size();
            if (!missing.isEmpty()) {
                target.write(vectors.batch(missing, page, filled));
                written += missing.size();
            }
            listener.progress(Step.WRITING_GRAPH, unchanged + written, file.passages());
        });
        embeddedTexts = vectors.embeddedTexts();
    }

    /** Those that the graph has not, or has otherwise; without vectors in the file, those of the graph will do. */
    private List<Embedded<Passage>> missing(List<Embedded<Passage>> page) {
        List<String> ids = page.stream().map(passage -> passage.value().id()).toList();
        List<Embedded<Passage>> there = target.passages(GraphView.PassagesBy.ID, ids);
        if (file.hasVectors()) {
            Set<Embedded<Passage>> equal = new HashSet<>(there);
            return page.stream().filter(passage -> !equal.contains(passage)).toList();
        }
        Set<Passage> equal = new HashSet<>();
        there.forEach(passage -> equal.add(passage.value()));
        return page.stream().filter(passage -> !equal.contains(passage.value())).toList();
    }

    /** Passages of the file's documents that are not in the file. */
    private Set<String> stalePassages() {
        Set<String> stale = new HashSet<>();
        try (GraphView now = target.view(Consistency.STRONG)) {
            now.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return EnumSet.of(RowKind.PASSAGE);
                }

                @Override
                public void passage(Embedded<Passage> passage) {
                    if (!file.holdsPassage(passage.value().id())
                            && file.holdsDocument(passage.value().documentId())) {
                        stale.add(passage.value().id());
                    }
                }
            });
        }
        return stale;
    }

    private void remove(Set<String> stale) {
        List<String> ids = new ArrayList<>(stale);
        for (int start = 0; start < ids.size(); start += IDS_A_STEP) {
            requireUninterrupted();
            Set<String> some = new HashSet<>(ids.subList(start, Math.min(start + IDS_A_STEP, ids.size())));
            String model = target.description().orElseThrow().embeddingModel();
            target.write(new GraphBatch(model, List.of(), Map.of(), Map.of(), some));
        }
    }

    /** The checksum of the graph, if it should be that of the file. */
    private Optional<GraphChecksum> compared() {
        if (file.checksum().isEmpty() || target.statistics().passages() != file.passages()) {
            return Optional.empty();
        }
        GraphChecksum wanted = file.checksum().get();
        try (GraphView now = target.view(Consistency.STRONG)) {
            GraphChecksum found = GraphChecksum.of(now, rows -> listener.progress(Step.COMPARING, rows, -1));
            if (!found.equals(wanted)) {
                throw TernException.store("the graph is not what " + file.path() + " holds, although all of it was"
                        + " imported: its checksums are " + found + ", and those of the file " + wanted
                        + ". Mend the graph (tern verify --repair), or drop it and import again");
            }
            return Optional.of(found);
        }
    }

    private static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while importing");
        }
    }

    private TernException interrupted(RuntimeException cause) {
        return TernException.user(
                String.format(
                        Locale.ROOT,
                        "importing was interrupted after %,d of %,d passages; those are stored, and the same import"
                                + " again goes on from there",
                        unchanged + written,
                        file.passages()),
                cause);
    }
}
