package dev.tern.documents.jsonl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The document of a corpus line.
 *
 * @param droppedStatements the number of its malformed triplets and statements
 */
record JsonlDocument(SourceDocument document, int droppedStatements) {
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    static JsonlDocument parse(String line) throws InvalidLineException {
        JsonNode node = json(line);
        if (!node.isObject()) {
            throw new InvalidLineException("expected a JSON object with _id and text, found " + kind(node));
        }
        String id = required(node, "_id");
        String text = required(node, "text");
        JsonNode title = node.path("title");
        if (!title.isMissingNode() && !title.isNull() && !title.isTextual()) {
            throw new InvalidLineException("expected title to be a string, found " + kind(title));
        }
        JsonNode metadata = node.path("metadata");
        if (!metadata.isMissingNode() && !metadata.isNull() && !metadata.isObject()) {
            throw new InvalidLineException("expected metadata to be an object, found " + kind(metadata));
        }
        return of(id, text(title), text, metadata, metadata);
    }

    /** Returns a document of parts; uses its metadata's triplets if none are given. */
    static JsonlDocument of(String id, String title, String text, String metadata, String triplets)
            throws InvalidLineException {
        JsonNode object = json(metadata.isBlank() ? "{}" : metadata);
        if (!object.isObject()) {
            throw new InvalidLineException("expected metadata to be an object, found " + kind(object));
        }
        JsonNode stated = triplets.isBlank() ? object : json("{\"triplets\": " + triplets + "}");
        return of(
                withoutUnpairedSurrogates(id),
                withoutUnpairedSurrogates(title),
                withoutUnpairedSurrogates(text),
                object,
                stated);
    }

    private static JsonlDocument of(String id, String title, String text, JsonNode metadata, JsonNode stated)
            throws InvalidLineException {
        List<Optional<Statement>> statements = new ArrayList<>();
        for (JsonNode triplet : list(stated, "triplets")) {
            statements.add(triplet(triplet));
        }
        for (JsonNode statement : list(metadata, "statements")) {
            statements.add(statement(statement));
        }
        List<Statement> kept = statements.stream().flatMap(Optional::stream).toList();
        try {
            SourceDocument document = SourceDocument.of(id, text)
                    .withTitle(title)
                    .withStatements(kept)
                    .withMetadata(others(metadata));
            return new JsonlDocument(document, statements.size() - kept.size());
        } catch (IllegalArgumentException e) {
            throw new InvalidLineException(String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode json(String line) throws InvalidLineException {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            long column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            throw new InvalidLineException("expected a JSON object on one line, found no JSON (column " + column + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("") + ")");
        }
    }

    /** Returns a required string; an id may also be a number. */
    private static String required(JsonNode node, String field) throws InvalidLineException {
        JsonNode value = node.path(field);
        boolean numberAsId = field.equals("_id") && value.isIntegralNumber();
        if (!value.isTextual() && !numberAsId) {
            throw new InvalidLineException(
                    value.isMissingNode()
                            ? "expected the field " + field + ", which is missing"
                            : "expected " + field + " to be a string, found " + kind(value));
        }
        String text = text(value);
        if (text.isBlank()) {
            throw new InvalidLineException(field + " is empty");
        }
        return text;
    }

    private static JsonNode list(JsonNode metadata, String field) throws InvalidLineException {
        JsonNode value = metadata.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isArray()) {
            throw new InvalidLineException("expected metadata." + field + " to be an array, found " + kind(value));
        }
        return value;
    }

    private static Optional<Statement> triplet(JsonNode node) {
        boolean threeTexts = node.isArray()
                && node.size() == 3
                && node.get(0).isValueNode()
                && node.get(1).isValueNode()
                && node.get(2).isValueNode();
        if (!threeTexts) {
            return Optional.empty();
        }
        try {
            return Optional.of(Statement.of(text(node.get(0)), text(node.get(1)), text(node.get(2))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Statement> statement(JsonNode node) {
        if (!node.path("text").isTextual() || !node.path("entities").isArray()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : node.path("entities")) {
            names.add(name.isTextual() ? text(name) : "");
        }
        try {
            return Optional.of(new Statement(text(node.path("text")), names));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the other metadata; nested values as JSON, oversized numbers as text. */
    private static SourceMetadata others(JsonNode metadata) {
        Map<String, Object> others = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            boolean own = field.getKey().equals("triplets") || field.getKey().equals("statements");
            if (!own && !field.getValue().isNull()) {
                others.put(withoutUnpairedSurrogates(field.getKey()), value(field.getValue()));
            }
        }
        return SourceMetadata.of(others);
    }

    private static Object value(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue();
        }
        if (value.isFloatingPointNumber() && Double.isFinite(value.doubleValue())) {
            return value.doubleValue();
        }
        return value.isValueNode() ? text(value) : withoutUnpairedSurrogates(value.toString());
    }

    /** Returns a value as text, empty for null. */
    private static String text(JsonNode value) {
        return value.isNull() ? "" : withoutUnpairedSurrogates(value.asText());
    }

    /**
     * Replaces unpaired surrogates, which JSON escapes can produce, by question marks: no store
     * could hold them, and the document would always look changed.
     */
    private static String withoutUnpairedSurrogates(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text)
                ? text
                : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case BOOLEAN -> "a boolean";
            case MISSING -> "nothing";
            case NULL -> "null";
            case NUMBER -> "a number";
            case OBJECT -> "an object";
            case STRING -> "a string";
            case BINARY, POJO -> "something that is not JSON";
        };
    }
}
