package dev.tern.documents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The values of JSON, or of JSON lines, as text with their keys: "author.name: Ada". Read as a stream, never as a tree. */
final class JsonText {
    private JsonText() {}

    static Parsed parse(String json, String type, String note, LoadLimits limits) throws UnreadableException {
        Outline outline = new Outline(limits);
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth((int) limits.of(LoadLimit.NESTING) + 1)
                        .maxStringLength((int) limits.of(LoadLimit.TEXT_CHARACTERS))
                        .build())
                .build();
        Title title = new Title();
        try (JsonParser parser = factory.createParser(json)) {
            Deque<String> keys = new ArrayDeque<>();
            String key = "";
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case FIELD_NAME -> key = parser.currentName();
                    case START_OBJECT, START_ARRAY -> {
                        keys.addLast(key);
                        key = "";
                        long most = limits.of(LoadLimit.NESTING);
                        limits.check(
                                LoadLimit.NESTING, keys.size(), "has more than " + most + " values in one another");
                    }
                    case END_OBJECT, END_ARRAY -> {
                        keys.removeLast();
                        key = "";
                        if (token == JsonToken.END_OBJECT) {
                            outline.paragraph();
                        }
                    }
                    case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                        title.offer(keys.size(), key, parser.getText());
                        write(outline, keys, key, parser.getText());
                    }
                    default -> {}
                }
            }
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new UnreadableException("is broken, or no JSON (line " + line + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("") + ")");
        } catch (IOException e) {
            throw new UnreadableException("cannot be read: " + e.getMessage());
        }
        return new Parsed(outline.text(), outline.sections(), outline.tables(), title.text, type, "", "", note);
    }

    private static void write(Outline outline, Deque<String> keys, String key, String value)
            throws UnreadableException {
        if (value.isBlank()) {
            return;
        }
        StringBuilder path = new StringBuilder();
        for (String part : keys) {
            if (!part.isEmpty()) {
                path.append(path.isEmpty() ? "" : ".").append(part);
            }
        }
        if (!key.isEmpty()) {
            path.append(path.isEmpty() ? "" : ".").append(key);
        }
        outline.line();
        if (!path.isEmpty()) {
            outline.append(path + ": ");
        }
        outline.append(value);
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
