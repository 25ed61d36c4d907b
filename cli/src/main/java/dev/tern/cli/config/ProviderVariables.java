package dev.tern.cli.config;

import dev.tern.error.TernException;
import dev.tern.models.Provider;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the environment names for the providers of chat models and not for Tern, as ANTHROPIC_API_KEY is. Each goes to its own provider
 * only.
 */
final class ProviderVariables {
    private final Map<String, String> environment;

    ProviderVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** What is named for a provider. */
    Map<Setting, Value> of(Provider provider) {
        Map<Setting, Value> found = new EnumMap<>(Setting.class);
        ProviderNames.of(provider)
                .forEach((setting, variables) -> variables.stream()
                        .filter(name -> !text(name).isEmpty())
                        .findFirst()
                        .ifPresent(name -> found.put(
                                setting,
                                new Value(
                                        setting,
                                        ProviderNames.REGIONS.contains(name)
                                                ? Provider.bedrockUrl(text(name))
                                                : text(name),
                                        new Origin(Origin.Kind.ENVIRONMENT, name)))));
        return found;
    }

    /** Adds what is named for the provider of the chat model: it is stronger than files, and weaker than what is named for Tern. */
    void addTo(Map<Key, Value> given) {
        of(provider(given)).forEach((setting, value) -> {
            Value before = given.get(value.under());
            if (before == null
                    || before.origin().kind() == Origin.Kind.FILE
                    || before.origin().kind() == Origin.Kind.USER_FILE) {
                given.put(value.under(), value);
            }
        });
    }

    /**
     * The provider of the chat model: the one that is set, else OpenAI where a key or an address is, else the first whose key is in the
     * environment.
     */
    Provider provider(Map<Key, Value> given) {
        Optional<Provider> set = at(given, Setting.CHAT_PROVIDER).flatMap(ProviderVariables::known);
        if (set.isPresent()) {
            return set.get();
        }
        boolean served = isOpenAis(given, Setting.CHAT_BASE_URL)
                || isOpenAis(given, Setting.CHAT_API_KEY)
                || !text("OPENAI_BASE_URL").isEmpty();
        return Provider.ofChat().stream()
                .filter(one -> !served && of(one).containsKey(Setting.CHAT_API_KEY))
                .findFirst()
                .orElse(Provider.OPENAI);
    }

    private static Optional<Value> at(Map<Key, Value> given, Setting setting) {
        return Optional.ofNullable(given.get(new Key(setting, Optional.empty())));
    }

    private static boolean isOpenAis(Map<Key, Value> given, Setting setting) {
        return at(given, setting)
                .filter(value -> value.isMeantFor(Provider.OPENAI.toString()))
                .isPresent();
    }

    private static Optional<Provider> known(Value value) {
        try {
            return Optional.of(Provider.of(value.text()));
        } catch (TernException none) {
            return Optional.empty();
        }
    }

    private String text(String variable) {
        return environment.getOrDefault(variable, "");
    }
}
