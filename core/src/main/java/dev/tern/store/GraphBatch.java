package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.graph.VectorLength;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of a graph in one step: passages to write, with all their relations and entities, and
 * rows to remove. Immutable.
 *
 * <p>The constructor creates the relation rows of the passages once, since computing their ids is
 * expensive.
 */
public final class GraphBatch {
    private final String embeddingModel;
    private final List<Embedded<Passage>> passages;
    private final Map<String, float[]> relationVectors;
    private final Map<String, float[]> entityVectors;
    private final Set<String> stalePassageIds;
    private final Map<String, List<RelationRow>> rows;
    private final PriorState priorState;
    private final Set<String> replacedEntityIds;
    private final Map<RowKind, Set<String>> strayRows;

    /**
     * The rows of a batch that the graph had or lacked when the batch was made, so that stores need
     * not look them up.
     *
     * @param newPassageIds ids of passages of the batch that the graph did not have
     * @param entityIds ids of entities of the batch that the graph had
     */
    public record PriorState(Set<String> newPassageIds, Set<String> entityIds) {
        /** The state for a batch that was made without reading the graph. */
        public static final PriorState EMPTY = new PriorState(Set.of(), Set.of());

        public PriorState {
            newPassageIds = Set.copyOf(newPassageIds);
            entityIds = Set.copyOf(entityIds);
        }
    }

    /**
     * Creates a batch without {@link PriorState}. Copies the collections, but not the vectors,
     * which must not change.
     *
     * @param embeddingModel the name of the model that made the vectors
     * @param passages the passages, each id once
     * @param relationVectors the vectors of all stated relations, by {@link Statement#relationKey}
     * @param entityVectors the vectors of all named entities, by {@link Entity#id}
     * @param stalePassageIds ids of passages to remove in the same write; none of them is in {@code
     *     passages}
     * @throws IllegalArgumentException if a relation or an entity has no vector, a vector is not of
     *     unit length, two vectors differ in dimension, a passage occurs twice or is also stale, or
     *     a passage makes a statement twice
     */
    public GraphBatch(
            String embeddingModel,
            List<Embedded<Passage>> passages,
            Map<String, float[]> relationVectors,
            Map<String, float[]> entityVectors,
            Set<String> stalePassageIds) {
        this.embeddingModel = embeddingModel;
        this.passages = List.copyOf(passages);
        this.relationVectors = Collections.unmodifiableMap(new HashMap<>(relationVectors));
        this.entityVectors = Collections.unmodifiableMap(new HashMap<>(entityVectors));
        this.stalePassageIds = Set.copyOf(stalePassageIds);
        this.rows = rows(this.passages);
        this.priorState = PriorState.EMPTY;
        this.replacedEntityIds = Set.of();
        this.strayRows = Map.of();
        requireComplete();
        requireUnitVectors();
    }

    private GraphBatch(
            GraphBatch same,
            PriorState priorState,
            Set<String> replacedEntityIds,
            Map<RowKind, ? extends Collection<String>> strayRows) {
        this.embeddingModel = same.embeddingModel;
        this.passages = same.passages;
        this.relationVectors = same.relationVectors;
        this.entityVectors = same.entityVectors;
        this.stalePassageIds = same.stalePassageIds;
        this.rows = same.rows;
        this.priorState = priorState;
        this.replacedEntityIds = Set.copyOf(replacedEntityIds);
        Map<RowKind, Set<String>> strays = new EnumMap<>(RowKind.class);
        strayRows.forEach((kind, ids) -> strays.put(kind, Set.copyOf(ids)));
        strays.values().removeIf(Set::isEmpty);
        this.strayRows = Collections.unmodifiableMap(strays);
    }

    /**
     * Returns a batch that only removes single rows, without dependent rows. Use it only for rows
     * that are wrong or written again: alone, it makes a consistent graph inconsistent.
     *
     * @param rows ids of rows; unknown ones are ignored. A passage whose row is removed must not be
     *     written again before its relation rows are removed too
     */
    public static GraphBatch removing(String embeddingModel, Map<RowKind, ? extends Collection<String>> rows) {
        return new GraphBatch(
                new GraphBatch(embeddingModel, List.of(), Map.of(), Map.of(), Set.of()),
                PriorState.EMPTY,
                Set.of(),
                rows);
    }

    /** Returns this batch with the state that was read from the graph. */
    public GraphBatch after(PriorState newSeen) {
        return new GraphBatch(this, newSeen, replacedEntityIds, strayRows);
    }

    /** Returns a copy of this batch that replaces the stored rows of some entities too. */
    public GraphBatch replacing(Set<String> entityIds) {
        return new GraphBatch(this, priorState, entityIds, strayRows);
    }

    /** Returns this batch, or a new one without some documents, prior state and stray rows. */
    public GraphBatch without(Set<String> documentIds) {
        List<Embedded<Passage>> left = passages.stream()
                .filter(passage -> !documentIds.contains(passage.value().documentId()))
                .toList();
        return left.size() == passages.size()
                ? this
                : new GraphBatch(embeddingModel, left, relationVectors, entityVectors, stalePassageIds);
    }

    /** Returns the name of the model that made the vectors. */
    public String embeddingModel() {
        return embeddingModel;
    }

    /** Returns the passages to write, each id once. */
    public List<Embedded<Passage>> passages() {
        return passages;
    }

    /** Returns the vectors of all stated relations, by {@link Statement#relationKey}. */
    public Map<String, float[]> relationVectors() {
        return relationVectors;
    }

    /** Returns the vectors of all named entities, by {@link Entity#id}. */
    public Map<String, float[]> entityVectors() {
        return entityVectors;
    }

    /** Returns the ids of the passages to remove in the same write. */
    public Set<String> stalePassageIds() {
        return stalePassageIds;
    }

    /** Returns the state that was read from the graph while the batch was made. */
    public PriorState priorState() {
        return priorState;
    }

    /** Returns the ids of entities of the batch to write even if the graph has them. */
    public Set<String> replacedEntityIds() {
        return replacedEntityIds;
    }

    /** Returns the ids of single rows to remove, without dependent rows. */
    public Map<RowKind, Set<String>> strayRows() {
        return strayRows;
    }

    /**
     * Returns true if writing this batch may change a graph.
     *
     * @param graph the graph's description; null if nothing has been written to it
     * @throws dev.tern.error.TernException the user's fault, if the batch has another model or
     *     dimension than the graph
     */
    public boolean changes(@Nullable GraphDescription graph) {
        if (graph == null) {
            return !passages.isEmpty();
        }
        graph.requireModel(embeddingModel);
        if (!passages.isEmpty()) {
            graph.requireDimension(dimension());
        }
        return !isEmpty();
    }

    /** Returns true if the batch writes and removes nothing. */
    public boolean isEmpty() {
        return passages.isEmpty() && stalePassageIds.isEmpty() && strayRows.isEmpty();
    }

    /** Returns the description of a graph that begins with this batch. */
    public GraphDescription newGraph() {
        return new GraphDescription(embeddingModel, dimension());
    }

    /** Returns the dimension of the vectors; 0 if the batch writes no passage. */
    public int dimension() {
        return passages.isEmpty() ? 0 : passages.getFirst().vector().length;
    }

    /** Returns the distinct entities of the passages in order, each in its first spelling. */
    public List<Embedded<Entity>> entities() {
        Map<String, Embedded<Entity>> byId = new LinkedHashMap<>();
        for (Embedded<Passage> passage : passages) {
            List<Statement> statements = passage.value().statements();
            List<RelationRow> made = rowsOf(passage.value());
            for (int i = 0; i < made.size(); i++) {
                List<String> names = statements.get(i).entities();
                List<String> ids = made.get(i).entityIds();
                for (int j = 0; j < ids.size(); j++) {
                    Entity entity = new Entity(ids.get(j), names.get(j));
                    byId.computeIfAbsent(entity.id(), id -> new Embedded<>(entity, vectorOf(entityVectors, id)));
                }
            }
        }
        return new ArrayList<>(byId.values());
    }

    /** Returns the relation rows of a passage of this batch, one for each statement. */
    public List<Embedded<RelationRow>> relationRows(Passage passage) {
        List<Embedded<RelationRow>> embedded = new ArrayList<>();
        for (RelationRow row : rowsOf(passage)) {
            embedded.add(new Embedded<>(row, vectorOf(relationVectors, row.key())));
        }
        return embedded;
    }

    private List<RelationRow> rowsOf(Passage passage) {
        List<RelationRow> made = rows.get(passage.id());
        if (made == null) {
            throw new IllegalArgumentException("the batch does not hold passage " + passage.id());
        }
        return made;
    }

    private static Map<String, List<RelationRow>> rows(List<Embedded<Passage>> passages) {
        Map<String, List<RelationRow>> rows = new HashMap<>();
        for (Embedded<Passage> passage : passages) {
            if (rows.put(passage.value().id(), RelationRow.of(passage.value())) != null) {
                throw new IllegalArgumentException(
                        "the batch holds passage " + passage.value().id() + " twice");
            }
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

    private void requireComplete() {
        for (Embedded<Passage> embedded : passages) {
            Passage passage = embedded.value();
            if (stalePassageIds.contains(passage.id())) {
                throw new IllegalArgumentException("the batch both writes and removes passage " + passage.id());
            }
            Set<String> keys = new HashSet<>();
            for (RelationRow row : rowsOf(passage)) {
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

    private void requireUnitVectors() {
        List<float[]> vectors = new ArrayList<>(passages.size() + relationVectors.size() + entityVectors.size());
        passages.forEach(passage -> vectors.add(passage.vector()));
        vectors.addAll(relationVectors.values());
        vectors.addAll(entityVectors.values());
        for (float[] vector : vectors) {
            if (vector.length != vectors.getFirst().length) {
                throw new IllegalArgumentException("the batch mixes vectors of " + vectors.getFirst().length + " and "
                        + vector.length + " dimensions");
            }
            double length = VectorLength.of(vector);
            if (!VectorLength.isUnit(length)) {
                throw new IllegalArgumentException(
                        "the batch holds a vector of length " + length + "; vectors have unit length");
            }
        }
    }
}
