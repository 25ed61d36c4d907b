package dev.tern.app.config;

import dev.tern.app.ExtractionSettings;
import dev.tern.error.TernException;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.ProviderKey;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the settings of models from values that are already validated. */
final class ModelReader {
    private final Map<Setting, SettingValue> values;
    private final Parameters parameters;

    ModelReader(Map<Setting, SettingValue> values, Parameters parameters) {
        this.values = values;
        this.parameters = parameters;
    }

    EmbeddingModelSettings embedding() {
        KnownProvider provider =
                KnownProvider.of(text(Setting.EMBEDDING_PROVIDER).orElseThrow());
        return EmbeddingModelSettings.builder()
                .provider(provider)
                .modelName(text(Setting.EMBEDDING_MODEL).orElse(null))
                .questionPrefix(prefix(Setting.EMBEDDING_QUESTION_PREFIX))
                .passagePrefix(prefix(Setting.EMBEDDING_PASSAGE_PREFIX))
                .dimensions(integer(Setting.EMBEDDING_DIMENSIONS))
                .batchSize(parameters.get(Parameter.EMBED_BATCH))
                .endpoint(endpoint(provider, Setting.EMBEDDING_BASE_URL, Setting.EMBEDDING_API_KEY)
                        .requestsPerMinute(integer(Setting.EMBEDDING_REQUESTS_PER_MINUTE))
                        .tokensPerMinute(integer(Setting.EMBEDDING_TOKENS_PER_MINUTE))
                        .build())
                .build();
    }

    /** Returns true if the embedding model or its provider is set. */
    boolean embeddingNamed() {
        return isChosen(Setting.EMBEDDING_PROVIDER) || isChosen(Setting.EMBEDDING_MODEL);
    }

    Optional<ChatModelSettings> chat() {
        String name = text(Setting.CHAT_PROVIDER).orElseThrow();
        if (name.equalsIgnoreCase("none")) {
            return Optional.empty();
        }
        KnownProvider provider = KnownProvider.of(name);
        return Optional.of(ChatModelSettings.builder()
                .provider(provider)
                .modelName(text(Setting.CHAT_MODEL).orElse(null))
                .reasoningEffort(text(Setting.CHAT_REASONING_EFFORT).orElse(null))
                .maxReplyTokens(
                        number(Setting.CHAT_MAX_REPLY_TOKENS).orElse(ChatModelSettings.DEFAULT_MAX_REPLY_TOKENS))
                .temperature(
                        Parameter.TEMPERATURE.parse(text(Setting.TEMPERATURE).orElseThrow()))
                .endpoint(endpoint(provider, Setting.CHAT_BASE_URL, Setting.CHAT_API_KEY)
                        .requestsPerMinute(integer(Setting.CHAT_REQUESTS_PER_MINUTE))
                        .tokensPerMinute(integer(Setting.CHAT_TOKENS_PER_MINUTE))
                        .build())
                .build());
    }

    /** Returns an embedding endpoint for each provider with a valid key. */
    Map<KnownProvider, ModelEndpoint> endpoints(Map<KnownProvider, SettingValue> keys) {
        Map<KnownProvider, ModelEndpoint> endpoints = new EnumMap<>(KnownProvider.class);
        keys.forEach((provider, key) -> key(key).ifPresent(
                        own -> endpoints.put(provider, endpoint().apiKey(own).build())));
        return endpoints;
    }

    private static Optional<ProviderKey> key(SettingValue value) {
        try {
            return Optional.of(ProviderKey.of(value.text()));
        } catch (TernException none) {
            return Optional.empty();
        }
    }

    private ModelEndpoint.Builder endpoint(KnownProvider provider, Setting baseUrl, Setting apiKey) {
        return endpoint()
                .baseUrl(textFor(provider, baseUrl).orElse(null))
                .apiKey(textFor(provider, apiKey).map(ProviderKey::of).orElse(null));
    }

    private ModelEndpoint.Builder endpoint() {
        return ModelEndpoint.builder()
                .requestTimeout(Duration.ofSeconds(
                        number(Setting.REQUEST_TIMEOUT_SECONDS).orElseThrow()))
                .maxRetries(number(Setting.MAX_RETRIES).orElseThrow())
                .parallelRequests(number(Setting.PARALLEL_REQUESTS).orElseThrow());
    }

    ExtractionSettings extraction() {
        return new ExtractionSettings(
                ExtractionSettings.Method.valueOf(
                        text(Setting.EXTRACTOR).orElseThrow().toUpperCase(Locale.ROOT)),
                isChosen(Setting.EXTRACTOR),
                list(Setting.EXTRACTION_ENTITY_TYPES),
                list(Setting.EXTRACTION_PREDICATES),
                text(Setting.EXTRACTION_PROMPT_FILE).map(Path::of));
    }

    private List<String> list(Setting setting) {
        return text(setting).stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Returns a prefix; null if unset, empty for "none", because blank values are rejected. */
    private @Nullable String prefix(Setting setting) {
        return text(setting)
                .map(text -> text.equalsIgnoreCase("none") ? "" : text)
                .orElse(null);
    }

    private boolean isChosen(Setting setting) {
        return Optional.ofNullable(values.get(setting))
                .filter(SettingValue::isChosen)
                .isPresent();
    }

    private @Nullable Integer integer(Setting setting) {
        return number(setting).orElse(null);
    }

    private Optional<Integer> number(Setting setting) {
        return text(setting).map(Integer::valueOf);
    }

    private Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(SettingValue::text);
    }

    /** Returns a value; empty if it is from a variable named for other providers only. */
    private Optional<String> textFor(KnownProvider provider, Setting setting) {
        return Optional.ofNullable(values.get(setting))
                .filter(given -> given.isMeantFor(provider.toString()))
                .map(SettingValue::text);
    }
}
