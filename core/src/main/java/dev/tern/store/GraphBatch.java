package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passages to write with everything that hangs on them: complete, so that it can be written whole.
 *
 * <p>The maps are the batch's own and the vectors in them are never to be changed.
 *
 * @param embeddingModel the name of the model that made the vectors
 * @param passages the passages, each id once
 * @param relationVectors the vector of every relation that the passages state, by {@link Statement#relationKey}
 * @param entityVectors the vector of every entity that the statements name, by {@link Entity#id}
 * @param stalePassageIds passages to remove in the same step, none of them among {@code passages}
 * @param seen what its maker saw in the graph just before
 */
public record GraphBatch(
        String embeddingModel,
        List<Embedded<Passage>> passages,
        Map<String, float[]> relationVectors,
        Map<String, float[]> entityVectors,
        Set<String> stalePassageIds,
        Seen seen) {
    private static final double UNIT_TOLERANCE = 1e-3;

    /**
     * What the maker of a batch saw in the graph just before. A store that would have to wait for fresh reads may trust it
     * and look less; one that looks anyway has no use for it.
     *
     * @param newPassageIds passages of the batch that the graph did not have
     * @param entityIds entities of the batch that it had
     */
    public record Seen(Set<String> newPassageIds, Set<String> entityIds) {
        /** Nothing was looked at. */
        public static final Seen NOTHING = new Seen(Set.of(), Set.of());

        /** Copies. */
        public Seen {
            newPassageIds = Set.copyOf(newPassageIds);
            entityIds = Set.copyOf(entityIds);
        }
    }

    /** A batch whose maker did not look at the graph. */
    public GraphBatch(
            String embeddingModel,
            List<Embedded<Passage>> passages,
            Map<String, float[]> relationVectors,
            Map<String, float[]> entityVectors,
            Set<String> stalePassageIds) {
        this(embeddingModel, passages, relationVectors, entityVectors, stalePassageIds, Seen.NOTHING);
    }

    /**
     * Copies and checks that the batch is complete.
     *
     * @throws IllegalArgumentException if a relation or an entity has no vector, a vector is not of unit length, two
     *     vectors differ in dimension, a passage occurs twice, or a stale passage is also written
     */
    public GraphBatch {
        passages = List.copyOf(passages);
        relationVectors = Map.copyOf(relationVectors);
        entityVectors = Map.copyOf(entityVectors);
        stalePassageIds = Set.copyOf(stalePassageIds);
        requireComplete(passages, relationVectors, entityVectors, stalePassageIds);
        requireUnitVectors(passages, relationVectors.values(), entityVectors.values());
    }

    /** This batch with what its maker saw. */
    public GraphBatch after(Seen newSeen) {
        return new GraphBatch(embeddingModel, passages, relationVectors, entityVectors, stalePassageIds, newSeen);
    }

    /** The dimension of the vectors; 0 if the batch writes no passage. */
    public int dimension() {
        return passages.isEmpty() ? 0 : passages.getFirst().vector().length;
    }

    /** The entities that the passages name, each once, in the order of first naming. */
    public List<Embedded<Entity>> entities() {
        Map<String, Embedded<Entity>> byId = new LinkedHashMap<>();
        for (Embedded<Passage> passage : passages) {
            for (Statement statement : passage.value().statements()) {
                for (String name : statement.entities()) {
                    Entity entity = Entity.named(name);
                    byId.computeIfAbsent(entity.id(), id -> new Embedded<>(entity, vectorOf(entityVectors, id)));
                }
            }
        }
        return new ArrayList<>(byId.values());
    }

    /** The relation rows of a passage of this batch. */
    public List<Embedded<RelationRow>> relationRows(Passage passage) {
        List<Embedded<RelationRow>> rows = new ArrayList<>();
        for (RelationRow row : RelationRow.of(passage)) {
            rows.add(new Embedded<>(row, vectorOf(relationVectors, row.key())));
        }
        return rows;
    }

    private static float[] vectorOf(Map<String, float[]> vectors, String id) {
        float[] vector = vectors.get(id);
        if (vector == null) {
            throw new IllegalArgumentException("the batch has no vector for " + id);
        }
        return vector;
    }

    private static void requireComplete(
            List<Embedded<Passage>> passages,
            Map<String, float[]> relationVectors,
            Map<String, float[]> entityVectors,
            Set<String> stale) {
        Set<String> seen = new HashSet<>();
        for (Embedded<Passage> embedded : passages) {
            Passage passage = embedded.value();
            if (!seen.add(passage.id())) {
                throw new IllegalArgumentException("the batch holds passage " + passage.id() + " twice");
            }
            if (stale.contains(passage.id())) {
                throw new IllegalArgumentException("the batch both writes and removes passage " + passage.id());
            }
            Set<String> keys = new HashSet<>();
            for (RelationRow row : RelationRow.of(passage)) {
                if (!keys.add(row.key())) {
                    throw new IllegalArgumentException(
                            "passage " + passage.id() + " makes the statement \"" + row.text() + "\" twice");
                }
                if (!relationVectors.containsKey(row.key())) {
                    throw new IllegalArgumentException(
                            "the batch has no vector for the relation \"" + row.text() + "\"");
                }
                for (String entityId : row.entityIds()) {
                    if (!entityVectors.containsKey(entityId)) {
                        throw new IllegalArgumentException(
                                "the batch has no vector for an entity of \"" + row.text() + "\"");
                    }
                }
            }
        }
    }

    private static void requireUnitVectors(
            List<Embedded<Passage>> passages, Collection<float[]> relations, Collection<float[]> entities) {
        List<float[]> vectors = new ArrayList<>(passages.size() + relations.size() + entities.size());
        passages.forEach(passage -> vectors.add(passage.vector()));
        vectors.addAll(relations);
        vectors.addAll(entities);
        for (float[] vector : vectors) {
            if (vector.length != vectors.getFirst().length) {
                throw new IllegalArgumentException("the batch mixes vectors of " + vectors.getFirst().length + " and "
                        + vector.length + " dimensions");
            }
            double norm = norm(vector);
            // Negated, so that a norm that is not a number is refused too.
            if (!(Math.abs(norm - 1) <= UNIT_TOLERANCE)) {
                throw new IllegalArgumentException(
                        "the batch holds a vector of length " + norm + "; vectors have unit length");
            }
        }
    }

    private static double norm(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return Math.sqrt(sum);
    }
}
