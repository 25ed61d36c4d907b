package dev.tern.transfer.scan;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.RelationRow;
import dev.tern.store.Round;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks up the vectors of what passages state, and makes batches of both. */
public final class SourceVectors {
    /** A relation that so many passages state comes up again; its look-up brings all its mentions every time. */
    private static final int MENTIONS_WORTH_KEEPING = 8;

    private static final int KEPT_MEGABYTES = 16;

    private final GraphView from;
    private final GraphDescription description;
    private final Map<String, float[]> kept;

    /** Vectors of a view. */
    public SourceVectors(GraphView from, GraphDescription description) {
        this.from = from;
        this.description = description;
        long most = ((long) KEPT_MEGABYTES << 20) / ((long) description.dimension() * Float.BYTES);
        this.kept = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * The passages with everything that hangs on them.
     *
     * @throws TernException if the graph lacks a relation or an entity that one of them states
     */
    public GraphBatch batch(List<Embedded<Passage>> passages) {
        Map<String, float[]> relationVectors = new HashMap<>();
        Set<String> keys = new LinkedHashSet<>();
        Set<String> entityIds = new LinkedHashSet<>();
        Map<String, List<RelationRow>> rowsByPassage = new HashMap<>();
        for (Embedded<Passage> passage : passages) {
            List<RelationRow> rows = RelationRow.of(passage.value());
            rowsByPassage.put(passage.value().id(), rows);
            for (RelationRow row : rows) {
                float[] vector = kept.get(row.key());
                if (vector == null) {
                    keys.add(row.key());
                } else {
                    relationVectors.put(row.key(), vector);
                }
                entityIds.addAll(row.entityIds());
            }
        }
        Round round = from.round();
        Round.Reply<List<Embedded<Relation>>> relations = round.ask(view -> view.relations(RelationsBy.KEY, keys));
        Round.Reply<List<Embedded<Entity>>> entities = round.ask(view -> view.entities(entityIds));
        round.await();
        for (Embedded<Relation> relation : relations.get()) {
            String key = relation.value().key();
            relationVectors.put(key, relation.vector());
            if (relation.value().mentions().size() >= MENTIONS_WORTH_KEEPING) {
                kept.put(key, relation.vector());
            }
        }
        Map<String, float[]> entityVectors = new HashMap<>();
        entities.get().forEach(entity -> entityVectors.put(entity.value().id(), entity.vector()));
        for (Embedded<Passage> passage : passages) {
            requireWhole(
                    passage.value(),
                    rowsByPassage.getOrDefault(passage.value().id(), List.of()),
                    relationVectors,
                    entityVectors);
        }
        return new GraphBatch(description.embeddingModel(), passages, relationVectors, entityVectors, Set.of());
    }

    private static void requireWhole(
            Passage passage,
            List<RelationRow> rows,
            Map<String, float[]> relationVectors,
            Map<String, float[]> entityVectors) {
        for (RelationRow row : rows) {
            boolean related = relationVectors.containsKey(row.key());
            if (!related || !entityVectors.keySet().containsAll(row.entityIds())) {
                throw TernException.store("the graph is not whole: passage " + passage.id() + " of document \""
                        + passage.documentId() + "\" states \"" + row.text() + "\", whose "
                        + (related ? "entities are" : "relation is")
                        + " missing. Mend it (tern verify --repair), or remove that document and add it again");
            }
        }
    }
}
