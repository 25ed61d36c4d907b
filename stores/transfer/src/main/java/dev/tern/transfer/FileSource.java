package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.transfer.file.GraphFile;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A graph in a file. Its vectors are in the file, once each, before the first page that needs them;
 * the ones of earlier pages are in the target by then. If the file has no vectors, the ones missing
 * in the target are embedded.
 */
final class FileSource implements TransferSource {
    private final GraphFile file;
    private final boolean filled;
    private final StoredVectors stored;
    private final ModelVectors model;

    /**
     * Creates the source of a file.
     *
     * @param embedder asked for only if the file has no vectors
     */
    FileSource(GraphFile file, GraphStore target, Supplier<TextEmbedder> embedder) {
        this.file = file;
        Optional<GraphDescription> before = target.description();
        this.filled = before.isPresent();
        this.stored = new StoredVectors(target);
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

    /** Ignores vectors if the file has none: the graph's are kept. */
    @Override
    public boolean isSame(Embedded<Passage> passage, Embedded<Passage> found) {
        return file.hasVectors() ? passage.equals(found) : passage.value().equals(found.value());
    }

    @Override
    public boolean readsTarget() {
        return true;
    }

    /** Prefers the graph's own vectors to the file's. */
    @Override
    public GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> found, VectorSource vectors) {
        if (file.hasVectors()) {
            BatchMaker batch = BatchMaker.ofEmbedded(missing, file.dimension());
            return (filled
                            ? batch.from(stored).from(vectors)
                            : batch.from(vectors).from(stored))
                    .batch(file.embeddingModel(), Set.of());
        }
        return model.batch(missing.stream().map(Embedded::value).toList(), VectorSource.ofPassages(found), stored);
    }

    int embeddedTexts() {
        return model.embeddedTexts();
    }
}
