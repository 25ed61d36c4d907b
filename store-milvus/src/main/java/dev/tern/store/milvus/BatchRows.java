package dev.tern.store.milvus;

import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import dev.tern.store.milvus.Rows.Stated;
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
        Requests<Stated> relations,
        Map<String, Embedded<Entity>> entities,
        Requests<Embedded<Passage>> passages) {
    /**
     * The rows of a batch.
     *
     * @param words whether the collection of passages has a field for their words; asked when rows are sent
     * @param facets whether rows have a field for what they are filtered by; asked when rows are sent
     * @throws dev.tern.error.TernException if a field has more bytes than Milvus keeps
     */
    static BatchRows of(GraphBatch batch, MilvusSettings settings, BooleanSupplier words, BooleanSupplier facets) {
        Requests<Stated> relations = new Requests<>(
                settings,
                batch.dimension(),
                stated -> Rows.parts(stated.relation().value()),
                stated -> stated.relation().value().text().length()
                        + stated.facets().toString().length(),
                stated -> Rows.ofRelation(stated, facets.getAsBoolean()));
        Requests<Embedded<Passage>> passages = new Requests<>(
                settings,
                batch.dimension(),
                passage -> 1,
                passage -> passage.value().text().length() + Rows.statementsLength(passage.value()),
                passage -> List.of(Rows.ofPassage(passage, words.getAsBoolean(), facets.getAsBoolean())));
        for (Embedded<Passage> passage : batch.passages()) {
            Rows.requireFitting(passage.value());
            JsonObject ofPassage = Facets.of(passage.value().filtered());
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                Rows.requireFitting(relation.value());
                relations.add(new Stated(relation, ofPassage));
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

    /** About how many rows these are: long relations have more than one. */
    long count() {
        return relations.things() + entities.size() + passages.things();
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
