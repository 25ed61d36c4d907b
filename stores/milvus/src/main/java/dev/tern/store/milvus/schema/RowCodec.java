package dev.tern.store.milvus.schema;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.MetadataValue.OfString;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.store.RelationRow;
import dev.tern.store.SearchWords;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts passages, statements and entities to rows and back. */
public final class RowCodec {
    /** The maximum number of bytes of a UTF-16 unit in JSON, as an escape. */
    private static final int MAX_ESCAPE_BYTES = 6;

    private static final String START = "start";
    private static final String END = "end";
    private static final String PAGE = "page";
    private static final String LAST_PAGE = "lastPage";
    private static final String HEADING = "heading";
    private static final String BY = "by";
    private static final String TRIES = "tries";
    private static final String REASON = "reason";
    private static final String TYPES = "types";
    private static final String FOUND = "found";

    private RowCodec() {}

    /**
     * Throws if an entity's name does not fit into its field.
     *
     * @throws dev.tern.error.TernException the user's fault
     */
    public static void requireFits(Entity entity) {
        Fields.require("entity " + entity.id(), Fields.NAME, entity.name(), LongText.PIECE_BYTES);
    }

    /**
     * Throws if a statement's text does not fit into its fields.
     *
     * @throws dev.tern.error.TernException the user's fault
     */
    public static void requireFits(RelationRow relation) {
        Fields.require(
                "a statement of passage " + relation.passageId(), Fields.TEXT, relation.text(), Fields.LONG_TEXT_BYTES);
    }

    /**
     * Throws if a part of a passage does not fit into its fields.
     *
     * @throws dev.tern.error.TernException the user's fault
     */
    public static void requireFits(Passage passage) {
        String owner = "passage " + passage.id() + " of document \"" + passage.documentId() + "\"";
        Fields.require(owner, Fields.TITLE, passage.title(), LongText.PIECE_BYTES);
        Fields.require(owner, Fields.TEXT, passage.text(), Fields.LONG_TEXT_BYTES);
        if (estimatedStatementBytes(passage) > Fields.LONG_TEXT_BYTES / MAX_ESCAPE_BYTES) {
            Fields.require(owner, Fields.STATEMENTS, statements(passage), Fields.LONG_TEXT_BYTES);
        }
        Fields.require(owner, Fields.METADATA, metadata(passage).toString(), Fields.JSON_BYTES);
        Fields.require(owner, Fields.FACETS, Facets.of(passage.filterMetadata()).toString(), Fields.JSON_BYTES);
        Fields.require(owner, Fields.ORIGIN, origin(passage).toString(), Fields.JSON_BYTES);
    }

    /** Returns the approximate UTF-8 bytes of a passage's statements as JSON, without escapes. */
    public static int estimatedStatementBytes(Passage passage) {
        return estimatedBytes(passage.extraction().found()) + estimatedBytes(passage.statements());
    }

    private static int estimatedBytes(List<Statement> statements) {
        int bytes = 0;
        for (Statement statement : statements) {
            bytes += LongText.bytes(statement.text()) + 12;
            for (String name : statement.entities()) {
                bytes += LongText.bytes(name) + 3;
            }
        }
        return bytes;
    }

    /** A statement of a passage, with the passage's {@link Facets}. */
    public record FilterableStatement(Embedded<RelationRow> relation, JsonObject facets) {}

    /** Returns the number of rows of a statement, with at most two of its entities in each. */
    public static int parts(RelationRow relation) {
        return (relation.entityIds().size() + 1) / 2;
    }

    public static JsonObject of(Embedded<Entity> entity) {
        JsonObject row = new JsonObject();
        row.addProperty(Fields.ID, entity.value().id());
        row.addProperty(Fields.NAME, entity.value().name());
        row.add(Fields.VECTOR, Row.array(entity.vector()));
        return row;
    }

    public static Entity entity(Row row) {
        return new Entity(row.text(Fields.ID), row.text(Fields.NAME));
    }

    /** Returns the rows of a statement, with at most two of its entities in each. */
    public static List<JsonObject> ofRelation(FilterableStatement filterableStatement) {
        Embedded<RelationRow> embedded = filterableStatement.relation();
        RelationRow relation = embedded.value();
        List<String> entities = relation.entityIds();
        List<String> pieces = LongText.pieces(relation.text());
        JsonArray vector = Row.array(embedded.vector());
        List<JsonObject> rows = new ArrayList<>(1);
        for (String id : idsOfParts(relation)) {
            int part = rows.size();
            JsonObject row = new JsonObject();
            row.addProperty(Fields.ID, id);
            row.addProperty(Fields.KEY, relation.key());
            row.addProperty(Fields.PART, part);
            row.addProperty(Fields.TEXT, pieces.getFirst());
            row.add(Fields.TEXT_REST, Row.array(pieces.subList(1, pieces.size())));
            row.addProperty(Fields.FIRST_ENTITY, entities.get(2 * part));
            row.addProperty(Fields.SECOND_ENTITY, 2 * part + 1 < entities.size() ? entities.get(2 * part + 1) : "");
            row.addProperty(Fields.ENTITIES, entities.size() > 2 ? String.join(",", entities) : "");
            row.addProperty(Fields.PASSAGE, relation.passageId());
            row.addProperty(Fields.DOCUMENT, relation.documentId());
            row.add(Fields.FACETS, filterableStatement.facets());
            row.add(Fields.VECTOR, vector);
            rows.add(row);
        }
        return rows;
    }

    /** Returns the ids of the rows of a statement. */
    public static List<String> idsOfParts(RelationRow relation) {
        return idsOfParts(relation.id(), relation.entityIds().size());
    }

    /**
     * Returns the ids of the rows that hold a statement, at most two entities in each, in order;
     * the first is {@code rowId}.
     */
    public static List<String> idsOfParts(String rowId, int entities) {
        List<String> ids = new ArrayList<>(1);
        ids.add(rowId);
        for (int part = 1; 2 * part < entities; part++) {
            ids.add(ContentId.ofRelationRow(rowId, "part " + part));
        }
        return ids;
    }

    /** Returns the statement that a row holds; its id is the id of the statement's first row. */
    public static RelationRow relation(Row row) {
        String all = row.text(Fields.ENTITIES);
        List<String> entities = new ArrayList<>(2);
        if (all.isEmpty()) {
            entities.add(row.text(Fields.FIRST_ENTITY));
            if (!row.text(Fields.SECOND_ENTITY).isEmpty()) {
                entities.add(row.text(Fields.SECOND_ENTITY));
            }
        } else {
            entities.addAll(List.of(all.split(",", -1)));
        }
        String key = row.text(Fields.KEY);
        String passageId = row.text(Fields.PASSAGE);
        return new RelationRow(
                ContentId.ofRelationRow(key, passageId),
                key,
                LongText.join(row.text(Fields.TEXT), row.texts(Fields.TEXT_REST)),
                entities,
                passageId,
                row.text(Fields.DOCUMENT));
    }

    /**
     * Returns the row of a passage.
     *
     * @param words true if the collection has a field for words
     */
    public static JsonObject ofPassage(Embedded<Passage> embedded, boolean words) {
        Passage passage = embedded.value();
        List<String> text = LongText.pieces(passage.text());
        List<String> statements = LongText.pieces(statements(passage));
        Iterator<String> titleKeys =
                TitleKey.of(passage.title()).stream().sorted().iterator();
        JsonObject row = new JsonObject();
        row.addProperty(Fields.ID, passage.id());
        row.addProperty(Fields.DOCUMENT, passage.documentId());
        row.addProperty(Fields.ORDINAL, passage.ordinal());
        row.addProperty(Fields.TITLE, passage.title());
        row.addProperty(Fields.TITLE_KEY, titleKeys.hasNext() ? idOfTitle(titleKeys.next()) : "");
        row.addProperty(Fields.BARE_TITLE_KEY, titleKeys.hasNext() ? idOfTitle(titleKeys.next()) : "");
        row.addProperty(Fields.TEXT, text.getFirst());
        row.add(Fields.TEXT_REST, Row.array(text.subList(1, text.size())));
        row.addProperty(Fields.STATEMENTS, statements.getFirst());
        row.add(Fields.STATEMENTS_REST, Row.array(statements.subList(1, statements.size())));
        row.add(Fields.METADATA, metadata(passage));
        row.add(Fields.FACETS, Facets.of(passage.filterMetadata()));
        row.addProperty(Fields.STATE, passage.extraction().state().name());
        row.add(Fields.ORIGIN, origin(passage));
        if (words) {
            row.addProperty(Fields.WORDS, WordIndex.joinToFit(SearchWords.of(passage.textToEmbed())));
        }
        row.add(Fields.VECTOR, Row.array(embedded.vector()));
        return row;
    }

    /** Returns the values as texts; {@link #origin} has the types of values that are no strings. */
    private static JsonObject metadata(Passage passage) {
        JsonObject metadata = new JsonObject();
        passage.metadata().texts().forEach(metadata::addProperty);
        return metadata;
    }

    private static SourceMetadata metadata(JsonObject texts, JsonObject origin) {
        JsonObject types = origin.has(TYPES) ? origin.getAsJsonObject(TYPES) : new JsonObject();
        Map<String, MetadataValue> metadata = new HashMap<>();
        texts.entrySet().forEach(entry -> {
            String type = types.has(entry.getKey()) ? types.get(entry.getKey()).getAsString() : "";
            metadata.put(entry.getKey(), MetadataValue.of(type, entry.getValue().getAsString()));
        });
        return SourceMetadata.of(metadata);
    }

    /** Returns the types of the values that are not strings, by name. */
    private static JsonObject types(SourceMetadata metadata) {
        JsonObject types = new JsonObject();
        metadata.values().forEach((name, value) -> {
            if (!(value instanceof OfString)) {
                types.addProperty(name, value.type());
            }
        });
        return types;
    }

    /** Returns a hash of a title's key, for look-ups of passages, since titles can be long. */
    public static String idOfTitle(String titleKey) {
        return ContentId.ofEntity(titleKey);
    }

    public static Passage passage(Row row) {
        JsonObject origin = row.json(Fields.ORIGIN);
        return new Passage(
                row.text(Fields.ID),
                row.text(Fields.DOCUMENT),
                row.number(Fields.ORDINAL),
                row.text(Fields.TITLE),
                LongText.join(row.text(Fields.TEXT), row.texts(Fields.TEXT_REST)),
                statements(row),
                metadata(row.json(Fields.METADATA), origin),
                readPosition(origin),
                extraction(Extraction.State.valueOf(row.text(Fields.STATE)), origin, extractedStatements(row)));
    }

    /**
     * Returns a passage's position, the types of its metadata, and its extraction without the state
     * and the statements, which have fields.
     */
    private static JsonObject origin(Passage passage) {
        JsonObject origin = new JsonObject();
        origin.addProperty(START, passage.position().start());
        origin.addProperty(END, passage.position().end());
        origin.addProperty(PAGE, passage.position().page());
        origin.addProperty(LAST_PAGE, passage.position().lastPage());
        origin.addProperty(HEADING, passage.position().heading());
        origin.addProperty(BY, passage.extraction().by());
        origin.addProperty(TRIES, passage.extraction().tries());
        origin.addProperty(REASON, passage.extraction().reason());
        JsonObject types = types(passage.metadata());
        if (!types.isEmpty()) {
            origin.add(TYPES, types);
        }
        return origin;
    }

    private static Position readPosition(JsonObject origin) {
        return new Position(
                origin.get(START).getAsInt(),
                origin.get(END).getAsInt(),
                origin.get(PAGE).getAsInt(),
                origin.get(LAST_PAGE).getAsInt(),
                origin.get(HEADING).getAsString());
    }

    private static Extraction extraction(Extraction.State state, JsonObject origin, List<Statement> found) {
        return new Extraction(
                state,
                origin.get(BY).getAsString(),
                origin.get(TRIES).getAsInt(),
                origin.get(REASON).getAsString(),
                found);
    }

    /**
     * Returns a passage's statements as a JSON array: {@code [subject, predicate, object]} for a
     * triplet, {@code [text, [entity, ...]]} for any other statement. If rules changed statements,
     * the originals follow in an object, under {@code found}.
     */
    private static String statements(Passage passage) {
        JsonArray all = array(passage.statements());
        if (!passage.extraction().found().isEmpty()) {
            JsonObject found = new JsonObject();
            found.add(FOUND, array(passage.extraction().found()));
            all.add(found);
        }
        return all.toString();
    }

    private static JsonArray array(List<Statement> statements) {
        JsonArray all = new JsonArray(statements.size());
        for (Statement statement : statements) {
            JsonArray one = new JsonArray(3);
            Optional<Triplet> triplet =
                    statement.asTriplet().filter(parts -> Statement.of(parts).equals(statement));
            if (triplet.isPresent()) {
                one.add(triplet.get().subject());
                one.add(triplet.get().predicate());
                one.add(triplet.get().object());
            } else {
                one.add(statement.text());
                one.add(Row.array(statement.entities()));
            }
            all.add(one);
        }
        return all;
    }

    /** Parses the statements of a passage's row. */
    public static List<Statement> statements(Row row) {
        return statements(json(row));
    }

    private static List<Statement> extractedStatements(Row row) {
        JsonArray all = json(row);
        return !all.isEmpty() && all.get(all.size() - 1) instanceof JsonObject last
                ? statements(last.getAsJsonArray(FOUND))
                : List.of();
    }

    private static JsonArray json(Row row) {
        String json = LongText.join(row.text(Fields.STATEMENTS), row.texts(Fields.STATEMENTS_REST));
        return json.isEmpty() ? new JsonArray() : JsonParser.parseString(json).getAsJsonArray();
    }

    private static List<Statement> statements(JsonArray all) {
        List<Statement> statements = new ArrayList<>();
        for (JsonElement element : all) {
            if (element.isJsonObject()) {
                break;
            }
            JsonArray parts = element.getAsJsonArray();
            if (parts.size() == 3) {
                statements.add(Statement.of(
                        parts.get(0).getAsString(),
                        parts.get(1).getAsString(),
                        parts.get(2).getAsString()));
            } else {
                List<String> names = new ArrayList<>();
                parts.get(1).getAsJsonArray().forEach(name -> names.add(name.getAsString()));
                statements.add(new Statement(parts.get(0).getAsString(), names));
            }
        }
        return statements;
    }
}
