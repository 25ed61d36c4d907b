package dev.tern.store.milvus;

import io.milvus.v2.common.DataType;
import io.milvus.v2.service.collection.request.AddFieldReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq.CollectionSchema;
import java.util.List;

/** The three collections of a graph: their names, their fields, and which of these are looked up by. */
enum CollectionKind {
    ENTITIES("entity_collection", "_entities"),
    RELATIONS("relation_collection", "_relations"),
    PASSAGES("passage_collection", "_passages");

    private final String nameInDefaultGraph;
    private final String suffix;

    CollectionKind(String nameInDefaultGraph, String suffix) {
        this.nameInDefaultGraph = nameInDefaultGraph;
        this.suffix = suffix;
    }

    /** The collection's name in the graph that is meant where none is named. */
    String nameInDefaultGraph() {
        return nameInDefaultGraph;
    }

    /** What follows the graph's name in the collection's. */
    String suffix() {
        return suffix;
    }

    /** The scalar fields that rows are looked up by, beside the id. */
    List<String> indexed() {
        return switch (this) {
            case ENTITIES -> List.of();
            case RELATIONS -> List.of(Fields.KEY, Fields.FIRST_ENTITY, Fields.SECOND_ENTITY, Fields.PASSAGE);
            case PASSAGES -> List.of(Fields.DOCUMENT, Fields.TITLE_KEY, Fields.BARE_TITLE_KEY, Fields.STATE);
        };
    }

    /** The fields of a row, but for its id and its vector. */
    List<String> read() {
        return switch (this) {
            case ENTITIES -> List.of(Fields.NAME);
            case RELATIONS ->
                List.of(
                        Fields.KEY,
                        Fields.TEXT,
                        Fields.TEXT_REST,
                        Fields.FIRST_ENTITY,
                        Fields.SECOND_ENTITY,
                        Fields.ENTITIES,
                        Fields.PASSAGE,
                        Fields.DOCUMENT);
            case PASSAGES ->
                List.of(
                        Fields.DOCUMENT,
                        Fields.ORDINAL,
                        Fields.TITLE,
                        Fields.TEXT,
                        Fields.TEXT_REST,
                        Fields.STATEMENTS,
                        Fields.STATEMENTS_REST,
                        Fields.METADATA,
                        Fields.STATE,
                        Fields.ORIGIN);
        };
    }

    CollectionSchema schema(int dimension) {
        CollectionSchema schema = CollectionSchema.builder().build();
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.ID)
                .dataType(DataType.VarChar)
                .isPrimaryKey(true)
                .autoID(false)
                .maxLength(Fields.ID_BYTES)
                .build());
        switch (this) {
            case ENTITIES -> schema.addField(text(Fields.NAME, LongText.PIECE_BYTES));
            case RELATIONS -> {
                schema.addField(text(Fields.KEY, Fields.ID_BYTES));
                schema.addField(number(Fields.PART));
                schema.addField(text(Fields.TEXT, LongText.PIECE_BYTES));
                schema.addField(pieces(Fields.TEXT_REST));
                schema.addField(text(Fields.FIRST_ENTITY, Fields.ID_BYTES));
                schema.addField(text(Fields.SECOND_ENTITY, Fields.ID_BYTES));
                schema.addField(text(Fields.ENTITIES, 2_048));
                schema.addField(text(Fields.PASSAGE, Fields.ID_BYTES));
                schema.addField(text(Fields.DOCUMENT, LongText.PIECE_BYTES));
                schema.addField(json(Fields.FACETS));
            }
            case PASSAGES -> {
                schema.addField(text(Fields.DOCUMENT, LongText.PIECE_BYTES));
                schema.addField(number(Fields.ORDINAL));
                schema.addField(text(Fields.TITLE, LongText.PIECE_BYTES));
                schema.addField(text(Fields.TITLE_KEY, Fields.ID_BYTES));
                schema.addField(text(Fields.BARE_TITLE_KEY, Fields.ID_BYTES));
                schema.addField(text(Fields.TEXT, LongText.PIECE_BYTES));
                schema.addField(pieces(Fields.TEXT_REST));
                schema.addField(text(Fields.STATEMENTS, LongText.PIECE_BYTES));
                schema.addField(pieces(Fields.STATEMENTS_REST));
                schema.addField(json(Fields.METADATA));
                schema.addField(json(Fields.FACETS));
                schema.addField(text(Fields.STATE, Fields.STATE_BYTES));
                schema.addField(json(Fields.ORIGIN));
            }
        }
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.VECTOR)
                .dataType(DataType.FloatVector)
                .dimension(dimension)
                .build());
        return schema;
    }

    private static AddFieldReq text(String field, int bytes) {
        return AddFieldReq.builder()
                .fieldName(field)
                .dataType(DataType.VarChar)
                .maxLength(bytes)
                .build();
    }

    private static AddFieldReq number(String field) {
        return AddFieldReq.builder().fieldName(field).dataType(DataType.Int32).build();
    }

    private static AddFieldReq json(String field) {
        return AddFieldReq.builder().fieldName(field).dataType(DataType.JSON).build();
    }

    private static AddFieldReq pieces(String field) {
        return AddFieldReq.builder()
                .fieldName(field)
                .dataType(DataType.Array)
                .elementType(DataType.VarChar)
                .maxCapacity(Fields.MORE_PIECES)
                .maxLength(LongText.PIECE_BYTES)
                .build();
    }
}
