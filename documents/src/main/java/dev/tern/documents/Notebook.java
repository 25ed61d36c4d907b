package dev.tern.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Converts a Jupyter notebook to Markdown: texts, code and printed output, without pictures. */
final class Notebook {
    private static final String FENCE = "\n````````\n";

    private Notebook() {}

    /** Returns the Markdown of a notebook, parsing one cell at a time. */
    static String markdown(String text) throws IOException {
        StringBuilder markdown = new StringBuilder();
        try (JsonParser json = new JsonMapper().createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean cells = json.currentName().equals("cells");
                if (json.nextToken() != JsonToken.START_ARRAY || !cells) {
                    json.skipChildren();
                    continue;
                }
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    markdown.append(cell(json.readValueAsTree()));
                }
            }
        }
        return markdown.toString();
    }

    private static String cell(JsonNode cell) {
        String source = lines(cell.path("source"));
        if (!cell.path("cell_type").asText().equals("code")) {
            return "\n\n" + source + "\n\n";
        }
        StringBuilder output = new StringBuilder();
        for (JsonNode one : cell.path("outputs")) {
            for (JsonNode said :
                    new JsonNode[] {one.path("text"), one.path("data").path("text/plain")}) {
                output.append(lines(said)).append(said.isMissingNode() ? "" : "\n");
            }
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
        return lines.toString();
    }
}
