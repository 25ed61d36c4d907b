package dev.tern.store.milvus.schema;

import io.milvus.v2.common.DataType;
import io.milvus.v2.service.collection.request.AddFieldReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq.CollectionSchema;
import java.util.List;

/** The three collections of a graph: their names and their fields. */
public enum CollectionKind {
    /** One row for each entity. */
    ENTITIES("entity_collection", "_entities", List.of(Column.text(Fields.NAME, LongText.PIECE_BYTES))),
    /** One row for each statement of a passage, or more if it has more than two entities. */
    RELATIONS(
            "relation_collection",
            "_relations",
            List.of(
                    Column.text(Fields.KEY, Fields.ID_BYTES).lookedUpBy(),
                    Column.of(Fields.PART, DataType.Int32).unread(),
                    Column.text(Fields.TEXT, LongText.PIECE_BYTES),
                    Column.of(Fields.TEXT_REST, DataType.Array),
                    Column.text(Fields.FIRST_ENTITY, Fields.ID_BYTES).lookedUpBy(),
                    Column.text(Fields.SECOND_ENTITY, Fields.ID_BYTES).lookedUpBy(),
                    Column.text(Fields.ENTITIES, 2_048),
                    Column.text(Fields.PASSAGE, Fields.ID_BYTES).lookedUpBy(),
                    Column.text(Fields.DOCUMENT, LongText.PIECE_BYTES),
                    Column.of(Fields.FACETS, DataType.JSON).unread())),
    /** One row for each passage. */
    PASSAGES(
            "passage_collection",
            "_passages",
            List.of(
                    Column.text(Fields.DOCUMENT, LongText.PIECE_BYTES).lookedUpBy(),
                    Column.of(Fields.ORDINAL, DataType.Int32),
                    Column.text(Fields.TITLE, LongText.PIECE_BYTES),
                    Column.text(Fields.TITLE_KEY, Fields.ID_BYTES).lookedUpBy().unread(),
                    Column.text(Fields.BARE_TITLE_KEY, Fields.ID_BYTES)
                            .lookedUpBy()
                            .unread(),
                    Column.text(Fields.TEXT, LongText.PIECE_BYTES),
                    Column.of(Fields.TEXT_REST, DataType.Array),
                    Column.text(Fields.STATEMENTS, LongText.PIECE_BYTES),
                    Column.of(Fields.STATEMENTS_REST, DataType.Array),
                    Column.of(Fields.METADATA, DataType.JSON),
                    Column.of(Fields.FACETS, DataType.JSON).unread(),
                    Column.text(Fields.STATE, Fields.STATE_BYTES).lookedUpBy(),
                    Column.of(Fields.ORIGIN, DataType.JSON)));

    private final String nameInDefaultGraph;
    private final String suffix;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Column> columns;

    CollectionKind(String nameInDefaultGraph, String suffix, List<Column> columns) {
        this.nameInDefaultGraph = nameInDefaultGraph;
        this.suffix = suffix;
        this.columns = columns;
    }

    /** Returns the collection's name in the default graph. */
    public String nameInDefaultGraph() {
        return nameInDefaultGraph;
    }

    /** Returns the suffix of the collection's name. */
    public String suffix() {
        return suffix;
    }

    /** Returns the names of the scalar fields by which rows are looked up, besides the id. */
    public List<String> indexed() {
        return columns.stream().filter(Column::lookedUp).map(Column::name).toList();
    }

    /** Returns the names of the fields that are read with a row, besides its id and its vector. */
    public List<String> read() {
        return columns.stream().filter(Column::isRead).map(Column::name).toList();
    }

    /** Returns the schema for vectors of a dimension. */
    public CollectionSchema schema(int dimension) {
        CollectionSchema schema = CollectionSchema.builder().build();
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.ID)
                .dataType(DataType.VarChar)
                .isPrimaryKey(true)
                .autoID(false)
                .maxLength(Fields.ID_BYTES)
                .build());
        columns.forEach(column -> schema.addField(column.field()));
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.VECTOR)
                .dataType(DataType.FloatVector)
                .dimension(dimension)
                .build());
        return schema;
    }

    /**
     * A field besides the id and the vector.
     *
     * @param bytes the maximum number of bytes of a text, or of one piece of it
     * @param lookedUp true if rows are looked up by the field
     * @param isRead true if the field is read with a row
     */
    private record Column(String name, DataType type, int bytes, boolean lookedUp, boolean isRead) {
        static Column text(String name, int bytes) {
            return new Column(name, DataType.VarChar, bytes, false, true);
        }

        static Column of(String name, DataType type) {
            return new Column(name, type, LongText.PIECE_BYTES, false, true);
        }

        Column lookedUpBy() {
            return new Column(name, type, bytes, true, isRead);
        }

        Column unread() {
            return new Column(name, type, bytes, lookedUp, false);
        }

        AddFieldReq field() {
            AddFieldReq.AddFieldReqBuilder<?> field =
                    AddFieldReq.builder().fieldName(name).dataType(type);
            return switch (type) {
                case VarChar -> field.maxLength(bytes).build();
                case Array ->
                    field.elementType(DataType.VarChar)
                            .maxCapacity(Fields.MORE_PIECES)
                            .maxLength(bytes)
                            .build();
                default -> field.build();
            };
        }
    }
}
