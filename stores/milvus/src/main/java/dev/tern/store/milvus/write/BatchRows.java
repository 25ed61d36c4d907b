package dev.tern.store.milvus.write;

import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.LongText;
import dev.tern.store.milvus.schema.RowCodec;
import dev.tern.store.milvus.schema.RowCodec.FilterableStatement;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a batch, validated before anything is written. */
record BatchRows(
        GraphBatch batch,
        UpsertRequests<FilterableStatement> relations,
        Map<String, Embedded<Entity>> entities,
        UpsertRequests<Embedded<Passage>> passages) {
    /**
     * Creates the rows of a batch.
     *
     * @param collections read when passages are encoded, to see if the graph has a full-text field
     * @throws dev.tern.error.TernException if a field has more bytes than Milvus allows
     */
    static BatchRows of(GraphBatch batch, ConnectionSettings settings, GraphCollections collections) {
        UpsertRequests<FilterableStatement> relations = new UpsertRequests<>(
                settings,
                batch.dimension(),
                filterableStatement ->
                        RowCodec.parts(filterableStatement.relation().value()),
                filterableStatement ->
                        LongText.bytes(filterableStatement.relation().value().text())
                                + filterableStatement.facets().toString().length(),
                RowCodec::ofRelation);
        UpsertRequests<Embedded<Passage>> passages = new UpsertRequests<>(
                settings,
                batch.dimension(),
                passage -> 1,
                passage -> LongText.bytes(passage.value().text()) + RowCodec.estimatedStatementBytes(passage.value()),
                passage -> List.of(RowCodec.ofPassage(passage, collections.keepsWords())));
        for (Embedded<Passage> passage : batch.passages()) {
            RowCodec.requireFits(passage.value());
            JsonObject ofPassage = Facets.of(passage.value().filterMetadata());
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                RowCodec.requireFits(relation.value());
                relations.add(new FilterableStatement(relation, ofPassage));
            }
            passages.add(passage);
        }
        Map<String, Embedded<Entity>> entities = new LinkedHashMap<>();
        for (Embedded<Entity> entity : batch.entities()) {
            RowCodec.requireFits(entity.value());
            entities.put(entity.value().id(), entity);
        }
        return new BatchRows(batch, relations, entities, passages);
    }

    /**
     * Returns the approximate number of rows: a statement with more than two entities counts as
     * one, although it takes a row for every two of them.
     */
    long count() {
        return relations.itemCount() + entities.size() + passages.itemCount();
    }

    static UpsertRequests<Embedded<Entity>> entities(
            Collection<Embedded<Entity>> entities, ConnectionSettings settings, int dimension) {
        UpsertRequests<Embedded<Entity>> requests = new UpsertRequests<>(
                settings,
                dimension,
                entity -> 1,
                entity -> LongText.bytes(entity.value().name()),
                entity -> List.of(RowCodec.of(entity)));
        requests.addAll(entities);
        return requests;
    }

    /** Returns the ids of the passages to write or remove that may be stored already. */
    Set<String> possiblyStoredIds() {
        Set<String> ids = new HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> ids.add(passage.value().id()));
        ids.removeAll(batch.priorState().newPassageIds());
        return ids;
    }
}
