package dev.tern.spark.bulk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.RowCodec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts batches to rows of import files, validated as in an upsert. Immutable. */
public final class BulkRows {
    private final boolean words;
    private final Map<BulkTable, List<BulkColumn>> columns = new EnumMap<>(BulkTable.class);

    /** Receives rows one by one. */
    @FunctionalInterface
    public interface RowReceiver {
        /**
         * Receives the next row of a table.
         *
         * @param of the entity, passage or statement in the row; empty for all rows of a statement
         *     but its first
         * @param values the values, in the order and of the types of {@link BulkTable#columns}
         */
        void row(BulkTable table, Optional<Embedded<?>> of, List<Object> values);
    }

    /**
     * Creates rows for a server.
     *
     * @param words true if passages have a words column, by {@link BulkImport#keepsWords}
     */
    public BulkRows(boolean words) {
        this.words = words;
        for (BulkTable table : BulkTable.values()) {
            columns.put(table, table.columns(words));
        }
    }

    /**
     * Passes each row of a batch to a receiver, including entities that other batches have too.
     *
     * @throws dev.tern.error.TernException the user's fault, if a row exceeds the size limit of
     *     Milvus, which an import does not check; then no row of the batch is passed on
     */
    public void show(GraphBatch batch, RowReceiver receiver) {
        for (Embedded<Entity> entity : batch.entities()) {
            RowCodec.requireFits(entity.value());
        }
        for (Embedded<Passage> passage : batch.passages()) {
            RowCodec.requireFits(passage.value());
            RelationRow.of(passage.value()).forEach(RowCodec::requireFits);
        }
        for (Embedded<Entity> entity : batch.entities()) {
            show(BulkTable.ENTITIES, Optional.of(entity), RowCodec.of(entity), receiver);
        }
        for (Embedded<Passage> passage : batch.passages()) {
            JsonObject facets = Facets.of(passage.value().filterMetadata());
            for (Embedded<RelationRow> relation : batch.relationRows(passage.value())) {
                Optional<Embedded<?>> first = Optional.of(relation);
                for (JsonObject row : RowCodec.ofRelation(new RowCodec.FilterableStatement(relation, facets))) {
                    show(BulkTable.RELATIONS, first, row, receiver);
                    first = Optional.empty();
                }
            }
            show(BulkTable.PASSAGES, Optional.of(passage), RowCodec.ofPassage(passage, words), receiver);
        }
    }

    private void show(BulkTable table, Optional<Embedded<?>> of, JsonObject row, RowReceiver receiver) {
        List<BulkColumn> fields = columns.getOrDefault(table, List.of());
        List<Object> values = new ArrayList<>(fields.size());
        for (BulkColumn column : fields) {
            values.add(value(column.type(), row.get(column.name())));
        }
        receiver.row(table, of, values);
    }

    private static Object value(BulkColumn.Type type, JsonElement value) {
        return switch (type) {
            case TEXT -> value.getAsString();
            case INTEGER -> value.getAsInt();
            case JSON -> value.toString();
            case TEXTS -> {
                List<String> texts = new ArrayList<>();
                value.getAsJsonArray().forEach(text -> texts.add(text.getAsString()));
                yield texts;
            }
            case VECTOR -> {
                JsonArray numbers = value.getAsJsonArray();
                float[] vector = new float[numbers.size()];
                for (int i = 0; i < vector.length; i++) {
                    vector[i] = numbers.get(i).getAsFloat();
                }
                yield vector;
            }
        };
    }
}
