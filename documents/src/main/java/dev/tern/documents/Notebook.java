package dev.tern.documents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Converts a Jupyter notebook to Markdown: texts, code and printed output, no pictures. */
final class Notebook {
    private static final String FENCE = "\n````````\n";

    private final JsonParser json;
    private final StringBuilder markdown = new StringBuilder();

    private Notebook(JsonParser json) {
        this.json = json;
    }

    /** Returns the Markdown of a notebook. */
    static String markdown(String text) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            Notebook notebook = new Notebook(json);
            notebook.read();
            return notebook.markdown.toString();
        }
    }

    private void read() throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean cells = json.currentName().equals("cells") && json.nextToken() == JsonToken.START_ARRAY;
            if (!cells) {
                skip();
                continue;
            }
            while (json.nextToken() == JsonToken.START_OBJECT) {
                cell();
            }
        }
    }

    private void cell() throws IOException {
        String type = "";
        String source = "";
        StringBuilder output = new StringBuilder();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (json.currentName()) {
                case "cell_type" -> type = json.nextTextValue();
                case "source" -> source = lines();
                case "outputs" -> outputs(output);
                default -> skip();
            }
        }
        markdown.append(type.equals("code") ? fenced(source) + fenced(output.toString()) : "\n\n" + source + "\n\n");
    }

    private static String fenced(String lines) {
        return lines.isBlank() ? "" : FENCE + lines + FENCE;
    }

    private void outputs(StringBuilder output) throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            texts(output);
        }
    }

    /** Appends the output of a cell: its text, or the plain text of its data. */
    private void texts(StringBuilder output) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (json.currentName()) {
                case "text", "text/plain" -> output.append(lines()).append('\n');
                case "data" -> {
                    json.nextToken();
                    texts(output);
                }
                default -> skip();
            }
        }
    }

    private void skip() throws IOException {
        if (json.currentToken() == JsonToken.FIELD_NAME) {
            json.nextToken();
        }
        json.skipChildren();
    }

    /** Reads a text that may be written as an array of lines. */
    private String lines() throws IOException {
        if (json.nextToken() != JsonToken.START_ARRAY) {
            return json.getText();
        }
        StringBuilder lines = new StringBuilder();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            lines.append(json.getText());
        }
        return lines.toString();
    }
}
