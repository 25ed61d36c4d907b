package dev.tern.ingest.index;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** A place that vectors come from: what the graph has already, a file, or the embedding model. */
@FunctionalInterface
public interface VectorSource {
    /** Gives a batch those of its missing vectors that this source has. */
    void fill(BatchVectors wanted);

    /** The vectors of passages that were read before, for every passage that has the same text to embed. */
    static VectorSource ofPassages(Collection<Embedded<Passage>> read) {
        Map<String, float[]> byText = new HashMap<>();
        read.forEach(passage -> byText.put(passage.value().textToEmbed(), passage.vector()));
        return wanted -> wanted.passages().fill((id, text) -> byText.get(text));
    }

    /** The vectors of another batch. */
    static VectorSource ofBatch(GraphBatch batch) {
        return wanted -> {
            ofPassages(batch.passages()).fill(wanted);
            wanted.relations().fill((key, text) -> batch.relationVectors().get(key));
            wanted.entities().fill((id, name) -> batch.entityVectors().get(id));
        };
    }
}
