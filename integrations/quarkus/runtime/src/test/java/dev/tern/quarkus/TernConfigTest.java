package dev.tern.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.config.Setting;
import dev.tern.documents.LoadProperties;
import dev.tern.settings.Parameter;
import dev.tern.settings.QueryProperties;
import io.smallrye.config.WithDefault;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the configuration has the names, defaults and ranges of the settings' table. */
final class TernConfigTest {
    /** Settings of the command line, of each question, of beans, or of extensions with models. */
    private static final Set<Setting> ELSEWHERE = EnumSet.of(
            Setting.TRUST_PROJECT,
            Setting.MODE,
            Setting.UNENCRYPTED_KEYS,
            Setting.PRICES,
            Setting.MAX_COST,
            Setting.EXTRACTOR,
            Setting.EXTRACTION_PROMPT_FILE,
            Setting.EXTRACTION_ENTITY_TYPES,
            Setting.EXTRACTION_PREDICATES,
            Setting.CACHE_DIRECTORY,
            Setting.EMBEDDING_PROVIDER,
            Setting.EMBEDDING_DIMENSIONS,
            Setting.EMBEDDING_BASE_URL,
            Setting.EMBEDDING_API_KEY,
            Setting.EMBEDDING_REQUESTS_PER_MINUTE,
            Setting.EMBEDDING_TOKENS_PER_MINUTE,
            Setting.REQUEST_TIMEOUT_SECONDS,
            Setting.MAX_RETRIES,
            Setting.PARALLEL_REQUESTS);

    private static final Set<Setting> PARAMETERS = Parameter.ALL.stream()
            .flatMap(parameter -> Setting.of(parameter).stream())
            .collect(Collectors.toSet());

    @Test
    void everySettingIsAPropertyOrComesFromElsewhere() {
        Map<String, Method> known = new TreeMap<>();
        properties("", TernConfig.class, known);

        assertThat(Stream.of(Setting.values())
                        .filter(setting -> !setting.isOfTheServer() && !setting.isOfAgents())
                        .filter(setting -> !ELSEWHERE.contains(setting) && !PARAMETERS.contains(setting))
                        .filter(setting -> !setting.key().startsWith("load."))
                        // Chat models are configured by quarkus-langchain4j.
                        .filter(setting -> !setting.key().startsWith("chat."))
                        // A duration has its unit in the value.
                        .map(setting -> setting.key().replaceFirst("Seconds$", "")))
                .isNotEmpty()
                .allMatch(known::containsKey);
        known.forEach((name, method) -> Optional.ofNullable(method.getAnnotation(WithDefault.class))
                .flatMap(written -> Stream.of(Setting.values())
                        .filter(setting -> setting.key().equals(name))
                        .findFirst()
                        .map(setting -> Map.entry(written, setting)))
                .ifPresent(pair -> assertThat(pair.getKey().value())
                        .as(name)
                        .isEqualTo(pair.getValue().defaultText().orElse(""))));
    }

    private static void properties(String prefix, Class<?> group, Map<String, Method> known) {
        for (Method method : group.getMethods()) {
            if (method.getReturnType().getEnclosingClass() == TernConfig.class) {
                properties(prefix + method.getName() + ".", method.getReturnType(), known);
            } else {
                known.put(prefix + method.getName(), method);
            }
        }
    }

    @Test
    void everyLimitOnDocumentsIsTakenInItsRange() {
        assertThat(Stream.of(Setting.values()).filter(setting -> setting.key().startsWith("load.")))
                .isNotEmpty()
                .allSatisfy(setting -> {
                    String name = kebab(setting.key().substring("load.".length()));
                    setting.defaultText()
                            .ifPresent(usual -> assertThat(LoadProperties.loader(Map.of(name, usual)))
                                    .as(name)
                                    .isNotNull());
                    if (setting.expected().startsWith("a whole number")) {
                        assertThatThrownBy(() -> LoadProperties.loader(Map.of(name, "-1")))
                                .hasMessage("tern.load." + name + " is \"-1\"; it must be " + setting.expected());
                    }
                });
    }

    @Test
    void everyParameterIsTakenInItsRange() {
        assertThat(Parameter.ALL).allSatisfy(parameter -> {
            String name = kebab(parameter.name());
            assertThat(Setting.of(parameter).map(Setting::expected))
                    .isIn(Optional.empty(), Optional.of(parameter.values()));
            parameter
                    .defaultValue()
                    .map(Parameter::text)
                    .filter(text -> !text.isEmpty())
                    .ifPresent(usual -> assertThat(new QueryProperties(Map.of(name, usual)).parameters())
                            .as(name)
                            .isNotNull());
        });
    }

    @Test
    void aModeIsRefusedSinceNothingWouldAskInIt() {
        assertThatThrownBy(() -> ApplicationGraph.parameters(Map.of("mode", "naive")))
                .hasMessage(
                        "tern.query.mode is \"naive\", which has no effect, since each question has its mode: leave it"
                                + " out, and use rag.question(text).withMode(mode)");
        assertThatThrownBy(() -> ApplicationGraph.parameters(Map.of("mode", "fast")))
                .hasMessage("tern.query.mode is \"fast\"; it must be naive, local, graph or overview");
        assertThat(ApplicationGraph.parameters(Map.of("final-top-k", "3")).get(Parameter.FINAL_TOP_K))
                .isEqualTo(3);
    }

    private static String kebab(String key) {
        return key.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
    }
}
