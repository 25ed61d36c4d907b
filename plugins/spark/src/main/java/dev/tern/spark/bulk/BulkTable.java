package dev.tern.spark.bulk;

import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.WordIndex;
import io.milvus.v2.common.DataType;
import io.milvus.v2.service.collection.request.CreateCollectionReq.CollectionSchema;
import io.milvus.v2.service.collection.request.CreateCollectionReq.FieldSchema;
import java.util.List;

/** The three tables of a graph. The first column of each is {@code id}, the primary key. */
public enum BulkTable {
    /** A row for each entity. */
    ENTITIES(CollectionKind.ENTITIES),
    /** One row for each statement of a passage, or several if it has more than two entities. */
    RELATIONS(CollectionKind.RELATIONS),
    /** A row for each passage. */
    PASSAGES(CollectionKind.PASSAGES);

    private final CollectionKind kind;

    BulkTable(CollectionKind kind) {
        this.kind = kind;
    }

    CollectionKind kind() {
        return kind;
    }

    /**
     * Returns the columns of a table, in order.
     *
     * @param words true if passages have a words column, by {@link BulkImport#keepsWords}
     */
    public List<BulkColumn> columns(boolean words) {
        CollectionSchema schema = kind.schema(1);
        if (words && this == PASSAGES) {
            WordIndex.addTo(schema, false);
        }
        return schema.getFieldSchemaList().stream()
                // The server generates the sparse vector.
                .filter(field -> field.getDataType() != DataType.SparseFloatVector)
                .map(field -> new BulkColumn(field.getName(), type(field)))
                .toList();
    }

    private static BulkColumn.Type type(FieldSchema field) {
        return switch (field.getDataType()) {
            case VarChar -> BulkColumn.Type.TEXT;
            case Int32 -> BulkColumn.Type.INTEGER;
            case Array -> BulkColumn.Type.TEXTS;
            case JSON -> BulkColumn.Type.JSON;
            case FloatVector -> BulkColumn.Type.VECTOR;
            default -> throw new IllegalStateException(field.getName() + " has type " + field.getDataType());
        };
    }
}
