package dev.tern.documents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of JSON or JSON lines as text with their keys: "author.name: Ada". Consecutive
 * records, which are objects of a list or of lines, become table rows if their keys are alike; an
 * object in a record becomes columns, and a list of values one column. Only one element of the
 * outermost list at a time is held in memory as a tree.
 */
final class JsonText {
    /** The maximum bytes parsed in this process, as a tree takes some twenty times the memory. */
    static final int LARGE = 1 << 20;

    private static final int SAMPLE = 20;
    private static final int MAX_VALUE_LENGTH = 1_000;
    private static final int MAX_TITLE_LENGTH = 200;
    /** The maximum number of characters of all names of a record's columns. */
    private static final int MAX_NAMES_LENGTH = 100_000;

    /** A value that is a picture or other data in base64, on one line or several. */
    private static final Pattern ENCODED = Pattern.compile("(?s)\\A(?:data:[\\w/+.-]{0,80};base64,.*"
            + "|(?=[^\\d]*+\\d)(?=[^a-z]*+[a-z])(?=[^A-Z]*+[A-Z])"
            + "(?:[A-Za-z0-9+/]{400,}+|(?:[A-Za-z0-9+/]{60,80}+\\s++){4,}+[A-Za-z0-9+/]*+)={0,2}\\s*+)");

    private final Outline outline;
    private String path = "";
    private List<String> heads = List.of();
    /** The first records of a table, until its columns are decided. */
    private final List<Map<String, String>> first = new ArrayList<>();

    private @Nullable TableRows rows;
    /** The total length of the record's column names so far. */
    private int namesLength;

    private JsonText(LoadLimits limits) {
        this.outline = new Outline(limits);
    }

    static ParsedFile parse(String json, String type, String remark, LoadLimits limits) throws UnreadableException {
        JsonText text = new JsonText(limits);
        Outline outline = text.outline;
        String title = "";
        try (JsonParser parser = mapper(limits).createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.END_ARRAY) {
                    text.end();
                } else if (token != JsonToken.START_ARRAY) {
                    boolean whole = parser.getParsingContext().getParent() == null
                            || parser.getParsingContext().getParent().inRoot();
                    JsonNode node = parser.readValueAsTree();
                    String said = whole && title.isEmpty() ? node.path("title").asText("") : "";
                    title = said.length() <= MAX_TITLE_LENGTH ? title + said : title;
                    text.writeItem("", node);
                }
            }
            text.end();
        } catch (StreamConstraintsException e) {
            long max = limits.of(LoadLimit.NESTING);
            throw new UnreadableException(
                    e.getOriginalMessage().contains("nesting")
                            ? "has more than " + max + " nested values; the limit is " + max
                            : "exceeds a limit of the JSON parser: " + e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new UnreadableException("is malformed JSON (line " + line + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("") + ")");
        } catch (IOException e) {
            throw new UnreadableException("cannot be read: " + e.getMessage());
        }
        return new ParsedFile(outline.text(), outline.sections(), outline.tables(), title, type, "", "", remark);
    }

    private static JsonMapper mapper(LoadLimits limits) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth((int) limits.of(LoadLimit.NESTING))
                                .maxStringLength(Integer.MAX_VALUE)
                                .build())
                        .build())
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    /** Returns a value's text; empty for null, base64, and NaN, which some programs write. */
    private static String text(JsonNode value) {
        String text = value.isNull() ? "" : value.asText();
        boolean missing = value.isNumber() && text.equals("NaN");
        return missing || ENCODED.matcher(text).matches() ? "" : text;
    }

    /** Writes an element; a record of at least two columns becomes a table row. */
    private void writeItem(String at, JsonNode node) throws UnreadableException {
        Map<String, String> record = new LinkedHashMap<>();
        namesLength = 0;
        if (node.isObject() && flatten(node, "", record) && record.size() > 1) {
            writeRow(at, record);
        } else {
            end();
            write(at, node);
        }
    }

    private void write(String at, JsonNode node) throws UnreadableException {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                write(joined(at, field.getKey()), field.getValue());
            }
            outline.paragraph();
        } else if (node.isArray()) {
            for (JsonNode item : node) {
                writeItem(at, item);
            }
            end();
        } else {
            writeValue(at, text(node));
        }
    }

    private static String joined(String path, String key) {
        return path.isEmpty() || key.isEmpty() ? path + key : path + "." + key;
    }

    private void writeValue(String at, String value) throws UnreadableException {
        if (!value.isBlank()) {
            outline.line();
            outline.append(at.isEmpty() ? value : at + ": " + value);
        }
    }

    /** Adds the columns of a record; returns false if it has lists of objects or is too large. */
    private boolean flatten(JsonNode node, String name, Map<String, String> record) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String column = joined(name, field.getKey());
                namesLength += column.length();
                if (namesLength > MAX_NAMES_LENGTH || !flatten(field.getValue(), column, record)) {
                    return false;
                }
            }
            return true;
        }
        if (node.isArray()) {
            for (JsonNode item : node) {
                if (item.isObject() || !flatten(item, name, record)) {
                    return false;
                }
            }
            return true;
        }
        String text = text(node);
        String all = record.merge(name, text, (before, next) -> before.isEmpty() ? next : before + ", " + next);
        return all.length() <= MAX_VALUE_LENGTH || all.length() == text.length();
    }

    private void writeRow(String at, Map<String, String> record) throws UnreadableException {
        long old = record.keySet().stream().filter(heads::contains).count();
        boolean fits = rows == null ? 2 * old >= record.size() : old == record.size();
        if (!fits || !at.equals(path)) {
            end();
        }
        path = at;
        if (rows != null) {
            rows.row(cells(record));
            return;
        }
        heads = Stream.concat(heads.stream(), record.keySet().stream())
                .distinct()
                .toList();
        first.add(record);
        if (first.size() == SAMPLE) {
            beginTable();
        }
    }

    private void beginTable() throws UnreadableException {
        outline.paragraph();
        TableRows table = new TableRows(outline, path);
        table.row(heads.stream().map(head -> new RowCell(head, true)).toList());
        for (Map<String, String> record : first) {
            table.row(cells(record));
        }
        first.clear();
        rows = table;
    }

    private List<RowCell> cells(Map<String, String> record) {
        return heads.stream()
                .map(head -> RowCell.of(record.getOrDefault(head, "")))
                .toList();
    }

    /** Ends the current table; a single record is written as values, not as a table. */
    private void end() throws UnreadableException {
        if (first.size() > 1) {
            beginTable();
        }
        if (rows != null) {
            rows.end();
            outline.paragraph();
        } else if (!first.isEmpty()) {
            for (Map.Entry<String, String> value : first.getFirst().entrySet()) {
                writeValue(joined(path, value.getKey()), value.getValue());
            }
            outline.paragraph();
        }
        rows = null;
        heads = List.of();
        first.clear();
    }
}
