package dev.tern.store.milvus;

import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a batch writes, in requests of bounded size. Made before anything is written, so that a row that does not fit is
 * refused in time.
 *
 * @param batch the batch
 * @param relations rows of relations, a list for each request
 * @param entities the entities, by id
 * @param passages rows of passages, a list for each request
 */
record BatchRows(
        GraphBatch batch,
        List<List<JsonObject>> relations,
        Map<String, Embedded<Entity>> entities,
        List<List<JsonObject>> passages) {
    /**
     * The rows of a batch.
     *
     * @throws dev.tern.error.TernException if a field has more bytes than Milvus keeps
     */
    static BatchRows of(GraphBatch batch, MilvusSettings settings) {
        Requests relations = new Requests(settings, batch.dimension());
        Map<String, Embedded<Entity>> entities = new LinkedHashMap<>();
        Requests passages = new Requests(settings, batch.dimension());
        for (Embedded<Passage> passage : batch.passages()) {
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                Rows.ofRelation(relation).forEach(relations::add);
            }
            passages.add(Rows.ofPassage(passage));
        }
        for (Embedded<Entity> entity : batch.entities()) {
            Rows.requireFitting(entity.value());
            entities.put(entity.value().id(), entity);
        }
        return new BatchRows(batch, relations.lists(), entities, passages.lists());
    }

    /** The ids of the passages that the batch writes or removes. */
    Set<String> passageIds() {
        Set<String> ids = new HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> ids.add(passage.value().id()));
        return ids;
    }
}
