package dev.tern.app.config;

import dev.tern.error.TernException;
import dev.tern.models.KnownProvider;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads environment variables that are named for model providers and not for Tern, such as {@code
 * ANTHROPIC_API_KEY}. The value of each applies to its own provider only.
 */
final class ProviderVariables {
    /** Matches OpenAI's own addresses, including its regional ones. */
    private static final String OPENAIS = "(?i)https://([a-z0-9-]+\\.)?api\\.openai\\.com([:/].*)?";

    /**
     * The settings of embedding. Without any of them, a server in OPENAI_BASE_URL that is not
     * OpenAI's is used for chat only.
     */
    private static final List<Setting> OF_EMBEDDING = List.of(
            Setting.EMBEDDING_PROVIDER, Setting.EMBEDDING_MODEL, Setting.EMBEDDING_BASE_URL, Setting.EMBEDDING_API_KEY);

    private final Map<String, String> environment;

    ProviderVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the key and address in the variables of a chat model's provider. */
    Map<Setting, SettingValue> of(KnownProvider provider) {
        return read(ProviderNames.of(provider));
    }

    private Map<Setting, SettingValue> read(Map<Setting, List<String>> names) {
        Map<Setting, SettingValue> found = new EnumMap<>(Setting.class);
        names.forEach((setting, variables) -> variables.stream()
                .filter(name -> !text(name).isEmpty())
                .findFirst()
                .ifPresent(name -> found.put(
                        setting,
                        new SettingValue(
                                setting,
                                ProviderNames.REGIONS.contains(name)
                                        ? KnownProvider.bedrockUrl(text(name))
                                        : text(name),
                                new ValueOrigin(ValueOrigin.Kind.ENVIRONMENT, name)))));
        return found;
    }

    /** Adds the chosen providers' values, which override files but no flags or Tern variables. */
    void addTo(Map<SettingKey, SettingValue> given) {
        Map<Setting, SettingValue> named = of(provider(given));
        if (!chatsElsewhere()
                || OF_EMBEDDING.stream().anyMatch(setting -> at(given, setting).isPresent())) {
            KnownProvider embedding = set(given, Setting.EMBEDDING_PROVIDER).orElse(KnownProvider.OPENAI);
            named.putAll(read(ProviderNames.ofEmbedding(embedding)));
        }
        named.forEach((setting, value) -> {
            SettingValue before = given.get(value.under());
            if (before == null
                    || before.origin().kind() == ValueOrigin.Kind.FILE
                    || before.origin().kind() == ValueOrigin.Kind.USER_FILE) {
                given.put(value.under(), value);
            }
        });
    }

    /**
     * Returns the provider of the chat model: the one that is set; else OpenAI if an address, or a
     * key that may be OpenAI's, is set; else the first with a key in the environment; else OpenAI.
     */
    KnownProvider provider(Map<SettingKey, SettingValue> given) {
        Optional<KnownProvider> set = set(given, Setting.CHAT_PROVIDER);
        if (set.isPresent()) {
            return set.get();
        }
        boolean served = isOpenAis(given, Setting.CHAT_BASE_URL)
                || isOpenAis(given, Setting.CHAT_API_KEY)
                || !text("OPENAI_BASE_URL").isEmpty();
        return KnownProvider.ofChat().stream()
                .filter(one -> !served && of(one).containsKey(Setting.CHAT_API_KEY))
                .findFirst()
                .orElse(KnownProvider.OPENAI);
    }

    /** Returns the environment's keys of embedding providers with one public address. */
    Map<KnownProvider, SettingValue> embeddingKeys() {
        Map<KnownProvider, SettingValue> keys = new EnumMap<>(KnownProvider.class);
        for (KnownProvider provider : KnownProvider.ofEmbedding()) {
            SettingValue key = read(ProviderNames.ofEmbedding(provider)).get(Setting.EMBEDDING_API_KEY);
            if (key != null
                    && provider.addressVariable().isEmpty()
                    && !key.text().isBlank()) {
                keys.put(provider, key);
            }
        }
        return keys;
    }

    /**
     * Returns the reason why the embedding model runs in process. A key of a provider other than
     * OpenAI does not choose that provider: the key may be for chat, and texts would be sent away.
     */
    String whyInProcess() {
        if (chatsElsewhere()) {
            return "the server of OPENAI_BASE_URL may have chat models only; embedding.provider openai embeds there";
        }
        return embeddingKeys().values().stream()
                .map(key -> "no provider is set; " + key.origin().location() + " alone does not choose one")
                .findFirst()
                .orElse("no API key is set");
    }

    /** Returns true if OPENAI_BASE_URL is another server's, which may have no embedding model. */
    private boolean chatsElsewhere() {
        String address = text("OPENAI_BASE_URL");
        return !address.isEmpty() && !address.strip().matches(OPENAIS);
    }

    private static Optional<KnownProvider> set(Map<SettingKey, SettingValue> given, Setting setting) {
        return at(given, setting).flatMap(ProviderVariables::providerOf);
    }

    private static Optional<SettingValue> at(Map<SettingKey, SettingValue> given, Setting setting) {
        return Optional.ofNullable(given.get(new SettingKey(setting, Optional.empty())));
    }

    private static boolean isOpenAis(Map<SettingKey, SettingValue> given, Setting setting) {
        return at(given, setting)
                .filter(value -> value.isMeantFor(KnownProvider.OPENAI.toString()))
                .isPresent();
    }

    private static Optional<KnownProvider> providerOf(SettingValue value) {
        try {
            return Optional.of(KnownProvider.of(value.text()));
        } catch (TernException none) {
            return Optional.empty();
        }
    }

    private String text(String variable) {
        return environment.getOrDefault(variable, "");
    }
}
