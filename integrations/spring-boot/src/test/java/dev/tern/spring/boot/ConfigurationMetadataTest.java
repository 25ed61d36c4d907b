package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.app.config.Setting;
import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadProperties;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationMetadataTest {
    private static final Path PARAMETERS =
            Path.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

    /** Settings of the command line alone, or of beans such as a {@link GraphRagCustomizer}. */
    private static final Set<Setting> ELSEWHERE = EnumSet.of(
            Setting.TRUST_PROJECT,
            Setting.UNENCRYPTED_KEYS,
            Setting.PRICES,
            Setting.MAX_COST,
            Setting.EXTRACTOR,
            Setting.EXTRACTION_PROMPT_FILE,
            Setting.EXTRACTION_ENTITY_TYPES,
            Setting.EXTRACTION_PREDICATES,
            Setting.CACHE_DIRECTORY);

    /** The settings whose properties have other names; durations have their unit in the value. */
    private static final Map<Setting, String> OTHERWISE_CALLED = Map.of(
            Setting.MODE, "query.mode",
            Setting.MILVUS_TIMEOUT_SECONDS, "milvus.timeout",
            Setting.REQUEST_TIMEOUT_SECONDS, "requestTimeout");

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
                        "tern.chat.recognise.model",
                        "tern.documents.locations",
                        "tern.load.max-seconds",
                        "tern.query.mode",
                        "tern.query.final-top-k")
                .hasSize(64 + Parameter.ALL.size() + 6 + 4);
    }

    /** Names, ranges and defaults equal the settings' table, or an exception is listed. */
    @Test
    void everySettingOfTheCommandLineIsAProperty() throws IOException {
        Map<String, JsonNode> known = new HashMap<>();
        try (InputStream metadata =
                TernProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : new ObjectMapper().readTree(metadata).get("properties")) {
                known.put(property.get("name").asText(), property);
            }
        }
        Map<Setting, String> parameters = new HashMap<>();
        Parameter.ALL.forEach(parameter ->
                Setting.of(parameter).ifPresent(setting -> parameters.put(setting, "query." + parameter.name())));
        for (Setting setting : Setting.values()) {
            if (setting.isOfTheServer() || setting.isOfAgents() || ELSEWHERE.contains(setting)) {
                continue;
            }
            String key = OTHERWISE_CALLED.getOrDefault(setting, parameters.getOrDefault(setting, setting.key()));
            JsonNode property = known.get("tern." + kebab(key));
            assertThat(property).as("tern.%s for %s", kebab(key), setting).isNotNull();
            if (setting.key().startsWith("load.") || parameters.containsKey(setting)) {
                assertThat(property.path("defaultValue").asText())
                        .as("the default of %s", setting)
                        .isEqualTo(setting.defaultText().orElse(""));
                assertThat(property.path("description").asText())
                        .as("the values of %s", setting)
                        .endsWith(": " + setting.expected() + ".");
            }
        }
    }

    private static String kebab(String key) {
        return key.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static void addDocuments(ArrayNode properties) {
        Map<String, String> words = new HashMap<>(Map.of(
                Setting.LOAD_OCR_MODELS.key(),
                "The folder of the networks that read text in pictures",
                Setting.LOAD_OCR_LANGUAGES.key(),
                "The languages in which Tesseract reads it instead",
                Setting.LOAD_HIDDEN.key(),
                "Reads hidden sheets, rows, columns and slides",
                Setting.LOAD_ENCODING.key(),
                "The encoding of texts that declare none, in place of a guess"));
        for (LoadLimit limit : LoadLimit.values()) {
            limit.setting().ifPresent(key -> words.put(key, "Maximum " + limit.description()));
        }
        Map<Setting, Class<?>> types = Map.of(
                Setting.LOAD_OCR_MODELS, Path.class,
                Setting.LOAD_OCR_LANGUAGES, String.class,
                Setting.LOAD_HIDDEN, Boolean.class,
                Setting.LOAD_ENCODING, String.class);
        for (Setting setting : Setting.values()) {
            if (setting.key().startsWith("load.")) {
                ObjectNode property = properties
                        .addObject()
                        .put("name", "tern." + kebab(setting.key()))
                        .put("type", types.getOrDefault(setting, Long.class).getName())
                        .put("description", words.get(setting.key()) + ": " + setting.expected() + ".");
                setting.defaultText().ifPresent(text -> property.put("defaultValue", text));
            }
        }
        properties
                .addObject()
                .put("name", LoadProperties.PREFIX + "allow-private")
                .put("type", Boolean.class.getName())
                .put("description", "Whether sites outside the open internet may be read: true or false.")
                .put("defaultValue", "false");
    }

    @Test
    void editorKnowsTheTableOfParametersAndOfLimits() throws IOException {
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
                    .put("name", "tern.query." + kebab(parameter.name()))
                    .put(
                            "type",
                            parameter.type() == List.class
                                    ? String.class.getName()
                                    : parameter.type().getName())
                    .put("description", parameter.description() + ": " + parameter.values() + ".");
            parameter
                    .defaultValue()
                    .map(Parameter::text)
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> property.put("defaultValue", text));
        }
        addDocuments(properties);
        String made = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(PARAMETERS, made);
        }
        assertThat(Files.readString(PARAMETERS))
                .as("to bring it up to date: -Dtest=ConfigurationMetadataTest -Dtern.write=true")
                .isEqualTo(made);
    }
}
