package dev.tern.ingest.index;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Creates a batch of passages with the vectors of passages, relations and entities. Sources are
 * asked one after the other, each for the vectors that are still missing:
 *
 * <pre>
 *   indexing   passages as they were -> the graph -> the embedding model
 *   copying    passages of the source -> the source graph
 *   importing  passages of the file -> the file -> the graph, for rows of an earlier page
 * </pre>
 *
 * <p>A vector that is not of unit length or has another dimension counts as missing. Not
 * thread-safe.
 */
public final class BatchMaker {
    private final Collection<Passage> values;
    private final BatchVectors vectors;

    /**
     * Creates a batch without vectors.
     *
     * @param passages each id once
     * @param dimension the length of the vectors of the graph; 0 if unknown
     */
    public BatchMaker(Collection<Passage> passages, int dimension) {
        this.values = passages;
        this.vectors = BatchVectors.of(passages, dimension);
    }

    /** Returns a batch of passages that come with their vectors. */
    public static BatchMaker ofEmbedded(Collection<Embedded<Passage>> passages, int dimension) {
        BatchMaker batch = new BatchMaker(passages.stream().map(Embedded::value).toList(), dimension);
        passages.forEach(passage -> batch.vectors.passages().put(passage.value().id(), passage.vector()));
        return batch;
    }

    /** Asks a source for the missing vectors, and returns this batch. */
    public BatchMaker from(VectorSource source) {
        source.fill(vectors);
        return this;
    }

    BatchVectors vectors() {
        return vectors;
    }

    /**
     * Returns the batch with all its vectors.
     *
     * @param embeddingModel the model that made the vectors
     * @param stale ids of passages to remove in the same write
     * @throws TernException the store's fault, if a vector is still missing
     */
    public GraphBatch batch(String embeddingModel, Set<String> stale) {
        requireWhole();
        List<Embedded<Passage>> embedded = new ArrayList<>(values.size());
        for (Passage passage : values) {
            float[] vector = vectors.passages().vectors().get(passage.id());
            if (vector == null) {
                throw notWhole(passage, "has no vector of unit length");
            }
            embedded.add(new Embedded<>(passage, vector));
        }
        return new GraphBatch(
                embeddingModel,
                embedded,
                vectors.relations().vectors(),
                vectors.entities().vectors(),
                stale);
    }

    private void requireWhole() {
        Set<String> lostRelations = vectors.relations().missing();
        Set<String> lostEntities = vectors.entities().missing();
        if (lostRelations.isEmpty() && lostEntities.isEmpty()) {
            return;
        }
        for (Passage passage : values) {
            for (Statement statement : passage.statements()) {
                boolean related = !lostRelations.contains(statement.relationKey());
                if (!related || statement.entityIds().stream().anyMatch(lostEntities::contains)) {
                    throw notWhole(
                            passage,
                            "states \"" + statement.text() + "\", whose " + (related ? "entities are" : "relation is")
                                    + " missing");
                }
            }
        }
    }

    private static TernException notWhole(Passage passage, String problem) {
        return TernException.store("the graph is inconsistent: passage " + passage.id() + " of document \""
                + passage.documentId() + "\" " + problem
                + ". Repair it (tern reindex), or remove that document and add it again");
    }
}
