package dev.tern.store.milvus;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a batch writes. Checked before anything is written, so that a row that does not fit is refused in time.
 *
 * @param batch the batch
 * @param relations rows of relations
 * @param entities the entities, by id
 * @param passages rows of passages
 */
record BatchRows(
        GraphBatch batch,
        Requests<Embedded<RelationRow>> relations,
        Map<String, Embedded<Entity>> entities,
        Requests<Embedded<Passage>> passages) {
    /**
     * The rows of a batch.
     *
     * @param words whether the collection of passages has a field for their words; asked when rows are sent
     * @throws dev.tern.error.TernException if a field has more bytes than Milvus keeps
     */
    static BatchRows of(GraphBatch batch, MilvusSettings settings, BooleanSupplier words) {
        Requests<Embedded<RelationRow>> relations = new Requests<>(
                settings,
                batch.dimension(),
                relation -> Rows.parts(relation.value()),
                relation -> relation.value().text().length(),
                Rows::ofRelation);
        Requests<Embedded<Passage>> passages = new Requests<>(
                settings,
                batch.dimension(),
                passage -> 1,
                passage -> passage.value().text().length() + Rows.statementsLength(passage.value()),
                passage -> List.of(Rows.ofPassage(passage, words.getAsBoolean())));
        for (Embedded<Passage> passage : batch.passages()) {
            Rows.requireFitting(passage.value());
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                Rows.requireFitting(relation.value());
                relations.add(relation);
            }
            passages.add(passage);
        }
        Map<String, Embedded<Entity>> entities = new LinkedHashMap<>();
        for (Embedded<Entity> entity : batch.entities()) {
            Rows.requireFitting(entity.value());
            entities.put(entity.value().id(), entity);
        }
        return new BatchRows(batch, relations, entities, passages);
    }

    /** Requests for some entities. */
    static Requests<Embedded<Entity>> entities(
            Collection<Embedded<Entity>> entities, MilvusSettings settings, int dimension) {
        Requests<Embedded<Entity>> requests = new Requests<>(
                settings,
                dimension,
                entity -> 1,
                entity -> entity.value().name().length(),
                entity -> List.of(Rows.of(entity)));
        requests.addAll(entities);
        return requests;
    }

    /** The ids of the passages that the batch writes or removes, but for those that its maker did not find. */
    Set<String> perhapsThere() {
        Set<String> ids = new HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> ids.add(passage.value().id()));
        ids.removeAll(batch.seen().newPassageIds());
        return ids;
    }
}
