package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ConfigurationMetadataTest {
    private static final Path PARAMETERS =
            Path.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

    @Test
    void editorKnowsEveryPropertyWithADescription() throws IOException {
        List<String> names = new ArrayList<>();
        try (InputStream metadata =
                TernProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(metadata).isNotNull();
            for (JsonNode property : new ObjectMapper().readTree(metadata).get("properties")) {
                names.add(property.get("name").asText());
                assertThat(property.path("description").asText())
                        .as("the description of %s", property.get("name"))
                        .isNotBlank();
            }
        }

        assertThat(names)
                .contains(
                        "tern.store",
                        "tern.graph",
                        "tern.scope",
                        "tern.embedding.provider",
                        "tern.chat.api-key",
                        "tern.chat.judge.model",
                        "tern.query.mode",
                        "tern.query.final-top-k")
                .hasSize(83 + Parameter.ALL.size());
    }

    @Test
    void editorKnowsTheTableOfParameters() throws IOException {
        ObjectNode root = new ObjectMapper().createObjectNode();
        ArrayNode properties = root.putArray("properties");
        properties
                .addObject()
                .put("name", "tern.query.mode")
                .put("type", Mode.class.getName())
                .put("description", "How passages are found; graph with a chat model and local without unless set.");
        for (Parameter<?> parameter : Parameter.ALL) {
            ObjectNode property = properties
                    .addObject()
                    .put(
                            "name",
                            "tern.query."
                                    + parameter
                                            .name()
                                            .replaceAll("([A-Z])", "-$1")
                                            .toLowerCase(Locale.ROOT))
                    .put(
                            "type",
                            parameter.type() == List.class
                                    ? String.class.getName()
                                    : parameter.type().getName())
                    .put("description", parameter.sentence() + ": " + parameter.values() + ".");
            parameter
                    .defaultValue()
                    .map(Parameter::text)
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> property.put("defaultValue", text));
        }
        String made = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(PARAMETERS, made);
        }
        assertThat(Files.readString(PARAMETERS))
                .as("to bring it up to date: -Dtest=ConfigurationMetadataTest -Dtern.write=true")
                .isEqualTo(made);
    }
}
