package dev.tern.server.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** An HTML page of the OpenAPI description: every request, its parameters and its schemas. */
final class ApiPage {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>API of Tern</title>
        <link rel="stylesheet" href="/page/base.css">
        <main class="api">
        <p><a href="/">Tern</a></p>
        <h1>API of Tern</h1>
        """;

    private final StringBuilder page = new StringBuilder(HEAD);

    private ApiPage() {}

    static String of(String openApi) throws JsonProcessingException {
        JsonNode description = YAML.readTree(openApi);
        ApiPage made = new ApiPage();
        made.element("p", description.path("info").path("description").asText());
        made.page.append("<p><a href=\"/api/v1/openapi.yaml\">openapi.yaml</a></p>\n");
        for (JsonNode tag : description.path("tags")) {
            made.element("h2", tag.path("name").asText());
            made.requests(description, tag.path("name").asText());
        }
        made.element("h2", "schemas");
        for (Map.Entry<String, JsonNode> schema :
                description.path("components").path("schemas").properties()) {
            made.page.append("<details id=\"").append(escaped(schema.getKey())).append("\">");
            made.element("summary", schema.getKey());
            made.element("pre", YAML.writeValueAsString(schema.getValue()));
            made.page.append("</details>\n");
        }
        return made.page.append("</main>\n</html>\n").toString();
    }

    private void requests(JsonNode description, String tag) throws JsonProcessingException {
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> request : path.getValue().properties()) {
                if (request.getValue().path("tags").path(0).asText().equals(tag)) {
                    page.append("<details><summary><code>")
                            .append(escaped(request.getKey().toUpperCase(Locale.ROOT)))
                            .append(' ')
                            .append(escaped(path.getKey()))
                            .append("</code> ")
                            .append(escaped(request.getValue().path("summary").asText()))
                            .append("</summary>\n");
                    element("p", request.getValue().path("description").asText());
                    for (String part : new String[] {"parameters", "requestBody", "responses"}) {
                        JsonNode told = request.getValue().path(part);
                        if (!told.isMissingNode()) {
                            element("h3", part);
                            element("pre", YAML.writeValueAsString(resolved(description, told)));
                        }
                    }
                    page.append("</details>\n");
                }
            }
        }
    }

    /** Returns a node with references replaced by their targets; references to schemas stay. */
    private static JsonNode resolved(JsonNode description, JsonNode node) {
        String reference = node.path("$ref").asText("#/components/schemas/");
        if (!reference.startsWith("#/components/schemas/")) {
            return description.at(reference.substring(1));
        }
        node.properties().forEach(entry -> entry.setValue(resolved(description, entry.getValue())));
        if (node instanceof ArrayNode array) {
            IntStream.range(0, array.size()).forEach(i -> array.set(i, resolved(description, array.get(i))));
        }
        return node;
    }

    private void element(String name, String text) {
        page.append('<').append(name).append('>');
        page.append(escaped(text).replaceAll("#/components/schemas/(\\w+)", "<a href=\"#$1\">$1</a>"));
        page.append("</").append(name).append(">\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
