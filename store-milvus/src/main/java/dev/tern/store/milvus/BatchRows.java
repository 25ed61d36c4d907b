package dev.tern.store.milvus;

import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a batch writes, in requests of bounded size. Made before anything is written, so that a row that does not fit is
 * refused in time.
 *
 * @param batch the batch
 * @param relations rows of relations, a list for each request
 * @param entities rows of entities, a list for each request
 * @param passages rows of passages, a list for each request
 */
record BatchRows(
        GraphBatch batch,
        List<List<JsonObject>> relations,
        List<List<JsonObject>> entities,
        List<List<JsonObject>> passages) {
    /**
     * The rows of a batch.
     *
     * @throws dev.tern.error.TernException if a field has more bytes than Milvus keeps
     */
    static BatchRows of(GraphBatch batch, MilvusSettings settings) {
        Requests relations = new Requests(settings, batch.dimension());
        Requests entities = new Requests(settings, batch.dimension());
        Requests passages = new Requests(settings, batch.dimension());
        for (Embedded<Passage> passage : batch.passages()) {
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                Rows.ofRelation(relation).forEach(relations::add);
            }
            passages.add(Rows.ofPassage(passage));
        }
        for (Embedded<Entity> entity : batch.entities()) {
            entities.add(Rows.of(entity));
        }
        return new BatchRows(batch, relations.lists, entities.lists, passages.lists);
    }

    /** The ids of the passages that the batch writes or removes. */
    Set<String> passageIds() {
        Set<String> ids = new java.util.HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> ids.add(passage.value().id()));
        return ids;
    }

    /** Fills requests one after the other. */
    private static final class Requests {
        private final List<List<JsonObject>> lists = new ArrayList<>();
        private final int rows;
        private final long bytes;
        private final long vectorBytes;
        private long filled;

        Requests(MilvusSettings settings, int dimension) {
            rows = settings.writeBatchRows();
            bytes = settings.writeBatchBytes();
            vectorBytes = 4L * dimension;
        }

        void add(JsonObject row) {
            long size = vectorBytes + textBytes(row);
            if (lists.isEmpty() || lists.getLast().size() >= rows || filled + size > bytes) {
                lists.add(new ArrayList<>());
                filled = 0;
            }
            lists.getLast().add(row);
            filled += size;
        }

        /** About the bytes of the row's texts: most of them take one byte a character on the wire. */
        private static long textBytes(JsonObject row) {
            long size = 0;
            for (String field : row.keySet()) {
                var value = row.get(field);
                if (value.isJsonPrimitive()) {
                    size += value.getAsString().length();
                } else if (value.isJsonArray() && !field.equals(Fields.VECTOR)) {
                    size += (long) value.getAsJsonArray().size() * LongText.PIECE_BYTES;
                }
            }
            return size;
        }
    }
}
