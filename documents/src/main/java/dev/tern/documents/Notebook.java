package dev.tern.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Converts a Jupyter notebook to Markdown: texts, code, output and errors, without pictures. */
final class Notebook {
    private static final String FENCE = "\n````````\n";

    private Notebook() {}

    /** Returns the Markdown of a notebook, parsing one cell at a time. */
    static String markdown(String text) throws IOException {
        StringBuilder markdown = new StringBuilder();
        try (JsonParser json = new JsonMapper().createParser(text)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                String name = token == JsonToken.FIELD_NAME ? json.currentName() : "";
                if (name.equals("cells") && json.nextToken() == JsonToken.START_ARRAY) {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        markdown.append(cell(json.readValueAsTree()));
                    }
                } else if (token == JsonToken.FIELD_NAME && !name.equals("worksheets")) {
                    json.nextToken();
                    json.skipChildren();
                }
            }
        }
        return markdown.toString();
    }

    private static String cell(JsonNode cell) {
        // Format 3 has headings, worksheets of cells, and "input" for code.
        String source = lines(cell.path("source")) + lines(cell.path("input"));
        if (cell.path("cell_type").asText().equals("heading")) {
            source = "#".repeat(Math.clamp(cell.path("level").asInt(1), 1, 6)) + " " + source;
        }
        if (!cell.path("cell_type").asText().equals("code")) {
            return "\n\n" + source + "\n\n";
        }
        StringBuilder output = new StringBuilder();
        for (JsonNode one : cell.path("outputs")) {
            for (JsonNode said :
                    new JsonNode[] {one.path("text"), one.path("data").path("text/plain")}) {
                output.append(lines(said)).append(said.isMissingNode() ? "" : "\n");
            }
            String error = lines(one.path("ename")) + ": " + lines(one.path("evalue")) + "\n";
            output.append(one.has("ename") ? error : "");
        }
        return fenced(source) + fenced(output.toString());
    }

    private static String fenced(String lines) {
        return lines.isBlank() ? "" : FENCE + lines + FENCE;
    }

    /** Returns a text that may be written as an array of lines. */
    private static String lines(JsonNode text) {
        StringBuilder lines = new StringBuilder(text.asText());
        text.forEach(line -> lines.append(line.asText()));
        return PlainText.clean(lines.toString());
    }
}
