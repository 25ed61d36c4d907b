package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationMetadataTest {
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
                        "tern.query.mode")
                .hasSize(23);
    }
}
