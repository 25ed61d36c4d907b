package dev.tern.server.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** The tools' descriptions: {@code tools.json} with this server's limits and modes. */
final class Descriptions {
    private final ObjectMapper mapper;
    private final ServerLimits limits;
    private final List<Mode> modes;

    Descriptions(ObjectMapper mapper, ServerLimits limits, List<Mode> modes) {
        this.mapper = mapper;
        this.limits = limits;
        this.modes = modes;
    }

    List<McpSchema.Tool> tools() {
        JsonNode parts = filled(read("parts.json"), mapper.createObjectNode());
        return mapper.convertValue(filled(read("tools.json"), parts), new TypeReference<List<McpSchema.Tool>>() {});
    }

    private JsonNode read(String name) {
        try (InputStream in = Descriptions.class.getResourceAsStream("/dev/tern/server/mcp/" + name)) {
            return mapper.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces each text that begins with an at sign by the limit, modes or part that it names. */
    private JsonNode filled(JsonNode node, JsonNode parts) {
        if (node.isTextual() && node.asText().startsWith("@")) {
            return part(node.asText().substring(1), parts);
        }
        if (node.isArray()) {
            ArrayNode filled = mapper.createArrayNode();
            node.forEach(item -> filled.add(filled(item, parts)));
            return filled;
        }
        if (node.isObject()) {
            ObjectNode filled = mapper.createObjectNode();
            node.properties().forEach(field -> filled.set(field.getKey(), filled(field.getValue(), parts)));
            return filled;
        }
        return node;
    }

    private JsonNode part(String name, JsonNode parts) {
        return switch (name) {
            case "questionCharacters" -> mapper.getNodeFactory().numberNode(Question.MAX_LENGTH);
            case "finalTopK" -> mapper.getNodeFactory().numberNode(limits.count(ServerLimit.FINAL_TOP_K));
            case "modes" ->
                mapper.valueToTree(modes.stream()
                        .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                        .toList());
            default -> parts.required(name);
        };
    }
}
