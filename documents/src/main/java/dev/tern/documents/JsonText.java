package dev.tern.documents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of JSON or JSON lines as text with their keys: "author.name: Ada". Records with
 * the same keys become table rows. Reads a stream and never builds a tree.
 */
final class JsonText {
    private static final int SAMPLE = 20;

    private JsonText() {}

    static ParsedFile parse(String json, String type, String note, LoadLimits limits) throws UnreadableException {
        Outline outline = new Outline(limits);
        Title title = new Title();
        try (JsonParser parser = factory(limits).createParser(json)) {
            Records records = new Records(outline);
            Deque<String> keys = new ArrayDeque<>();
            Deque<Boolean> arrays = new ArrayDeque<>();
            String key = "";
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case FIELD_NAME -> key = parser.currentName();
                    case START_OBJECT, START_ARRAY -> {
                        boolean next = arrays.isEmpty() || arrays.getLast();
                        if (token == JsonToken.START_OBJECT && next) {
                            // A record's own lists of records are rows of their own.
                            records.leave();
                        }
                        keys.addLast(key);
                        key = "";
                        checkNesting(keys.size(), limits);
                        arrays.addLast(token == JsonToken.START_ARRAY);
                        if (token == JsonToken.START_OBJECT && next) {
                            records.begin(path(keys, ""), keys.size());
                        }
                    }
                    case END_OBJECT, END_ARRAY -> {
                        int depth = keys.size();
                        keys.removeLast();
                        arrays.removeLast();
                        key = "";
                        if (records.isWithin(depth)) {
                            continue;
                        }
                        if (token == JsonToken.END_ARRAY) {
                            records.end();
                        } else if (!records.takeAsRow()) {
                            outline.paragraph();
                        }
                    }
                    case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                        String value = value(token, parser.getText());
                        title.offer(keys.size(), key, value);
                        if (!records.value(keys, key, value)) {
                            write(outline, path(keys, key), value);
                        }
                    }
                    case VALUE_NULL -> records.value(keys, key, "");
                    default -> {}
                }
            }
            records.end();
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new UnreadableException("is broken, or no JSON (line " + line + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("") + ")");
        } catch (IOException e) {
            throw new UnreadableException("cannot be read: " + e.getMessage());
        }
        return new ParsedFile(outline.text(), outline.sections(), outline.tables(), title.text, type, "", "", note);
    }

    /** Returns a value's text; empty for NaN, which programs write for missing numbers. */
    private static String value(JsonToken token, String text) {
        return token == JsonToken.VALUE_NUMBER_FLOAT && text.equals("NaN") ? "" : text;
    }

    private static void checkNesting(int depth, LoadLimits limits) throws UnreadableException {
        long most = limits.of(LoadLimit.NESTING);
        limits.check(LoadLimit.NESTING, depth, "has more than " + most + " values in one another");
    }

    private static JsonFactory factory(LoadLimits limits) {
        return JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth((int) limits.of(LoadLimit.NESTING) + 1)
                        .maxStringLength((int) limits.of(LoadLimit.TEXT_CHARACTERS))
                        .build())
                .build();
    }

    private static String path(Deque<String> keys, String key) {
        return Stream.concat(keys.stream(), Stream.of(key))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("."));
    }

    private static void write(Outline outline, String path, String value) throws UnreadableException {
        if (!value.isBlank()) {
            outline.line();
            outline.append(path.isEmpty() ? value : path + ": " + value);
        }
    }

    /**
     * Writes consecutive records, which are objects of an array or of JSON lines, as table rows if
     * their keys are alike; others as single values. An object in a record becomes columns, and a
     * list of values one column.
     */
    private static final class Records {
        private static final int MAX_VALUE_LENGTH = 1_000;

        private final Outline outline;
        private String path = "";
        private List<String> heads = List.of();
        /** The first records, until their keys are known. */
        private final List<Map<String, String>> first = new ArrayList<>();

        private int depth;
        private @Nullable TableRows rows;
        private @Nullable Map<String, String> open;

        private Records(Outline outline) {
            this.outline = outline;
        }

        void begin(String at, int recordDepth) throws UnreadableException {
            depth = recordDepth;
            if (!at.equals(path)) {
                end();
            }
            path = at;
            open = new LinkedHashMap<>();
        }

        /** Returns true if a depth is inside the open record. */
        boolean isWithin(int at) {
            return open != null && at > depth;
        }

        /** Adds a value to the open record; returns false if none is open. */
        boolean value(Deque<String> keys, String key, String value) throws UnreadableException {
            if (open == null) {
                return false;
            }
            String within = keys.stream()
                    .skip(depth)
                    .filter(part -> !part.isEmpty())
                    .map(part -> part + ".")
                    .collect(Collectors.joining());
            String name = key.isEmpty() && !within.isEmpty() ? within.substring(0, within.length() - 1) : within + key;
            String all = open.merge(name, value, (before, next) -> before.isEmpty() ? next : before + ", " + next);
            if (all.length() > MAX_VALUE_LENGTH && all.length() > value.length()) {
                leave();
            }
            return true;
        }

        /** Takes the open record as a row; returns false if none is open. */
        boolean takeAsRow() throws UnreadableException {
            Map<String, String> record = open;
            open = null;
            if (record == null) {
                return false;
            }
            if (record.size() < 2) {
                end();
                writeValues(record);
                outline.paragraph();
                return true;
            }
            long old = record.keySet().stream().filter(heads::contains).count();
            boolean fits = rows == null ? 2 * old >= record.size() : old == record.size();
            if (!fits) {
                end();
            }
            if (rows != null) {
                rows.row(cells(record));
                return true;
            }
            heads = Stream.concat(heads.stream(), record.keySet().stream())
                    .distinct()
                    .toList();
            first.add(record);
            if (first.size() == SAMPLE) {
                beginTable();
            }
            return true;
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

        /** Writes the open record as separate values, because one of them is nested. */
        void leave() throws UnreadableException {
            Map<String, String> record = open;
            if (record != null) {
                end();
                writeValues(record);
            }
        }

        /** Ends the table. A single record is written as values, not as a table. */
        void end() throws UnreadableException {
            if (first.size() > 1) {
                beginTable();
            }
            if (rows != null) {
                rows.end();
                outline.paragraph();
            } else if (!first.isEmpty()) {
                writeValues(first.getFirst());
                outline.paragraph();
            }
            rows = null;
            heads = List.of();
            first.clear();
            open = null;
        }

        private void writeValues(Map<String, String> record) throws UnreadableException {
            for (Map.Entry<String, String> value : record.entrySet()) {
                write(outline, path.isEmpty() ? value.getKey() : path + "." + value.getKey(), value.getValue());
            }
        }
    }

    /** The title of the outermost object. */
    private static final class Title {
        private String text = "";

        private void offer(int depth, String key, String value) {
            if (depth == 1 && text.isEmpty() && key.equals("title") && value.length() <= 200) {
                text = value;
            }
        }
    }
}
