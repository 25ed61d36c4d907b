package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.transfer.scan.GraphPages;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A store's view, read with all its vectors. */
record ViewSource(GraphView view, GraphDescription description, long passageCount) implements TransferSource {
    @Override
    public Notes notes() {
        return view.notes();
    }

    @Override
    public Set<String> passagesAmong(Collection<String> ids) {
        return view.passages(PassagesBy.ID, ids).stream()
                .map(passage -> passage.value().id())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean hasDocument(String id) {
        return !view.passages(PassagesBy.DOCUMENT, List.of(id)).isEmpty();
    }

    @Override
    public void pages(PageConsumer reader) {
        VectorSource vectors = new StoredVectors(view);
        GraphPages.passages(view, passages -> reader.page(passages, vectors));
    }

    @Override
    public boolean isSame(Embedded<Passage> passage, Embedded<Passage> stored) {
        return passage.equals(stored);
    }

    @Override
    public boolean readsTarget() {
        return false;
    }

    @Override
    public GraphBatch batch(List<Embedded<Passage>> missing, List<Embedded<Passage>> stored, VectorSource vectors) {
        return BatchMaker.ofEmbedded(missing, description.dimension())
                .from(vectors)
                .batch(description.embeddingModel(), Set.of());
    }
}
