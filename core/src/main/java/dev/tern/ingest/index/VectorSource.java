package dev.tern.ingest.index;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** A source of vectors: the graph, a file, or the embedding model. */
@FunctionalInterface
public interface VectorSource {
    /** Fills in the missing vectors of a batch, as far as this source has them. */
    void fill(BatchVectors wanted);

    /** Returns a source of the vectors of passages, by their texts to embed. */
    static VectorSource ofPassages(Collection<Embedded<Passage>> read) {
        Map<String, float[]> byText = new HashMap<>();
        read.forEach(passage -> byText.put(passage.value().textToEmbed(), passage.vector()));
        return wanted -> wanted.passages().fill((id, text) -> byText.get(text));
    }

    /** Returns a source of the vectors of another batch. */
    static VectorSource ofBatch(GraphBatch batch) {
        return wanted -> {
            ofPassages(batch.passages()).fill(wanted);
            wanted.relations().fill((key, text) -> batch.relationVectors().get(key));
            wanted.entities().fill((id, name) -> batch.entityVectors().get(id));
        };
    }
}
