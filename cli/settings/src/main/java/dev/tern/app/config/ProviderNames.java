package dev.tern.app.config;

import dev.tern.models.KnownProvider;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Lists the environment variables that are named for model providers, in order of precedence. */
final class ProviderNames {
    /** The variables that name an Amazon region. */
    static final List<String> REGIONS = List.of("AWS_REGION", "AWS_DEFAULT_REGION");

    private ProviderNames() {}

    /** Returns the variables of the chat model's key and address. */
    static Map<Setting, List<String>> of(KnownProvider provider) {
        return names(provider, Setting.CHAT_API_KEY, Setting.CHAT_BASE_URL);
    }

    /** Returns the variables of the embedding model's key and address. */
    static Map<Setting, List<String>> ofEmbedding(KnownProvider provider) {
        return names(provider, Setting.EMBEDDING_API_KEY, Setting.EMBEDDING_BASE_URL);
    }

    private static Map<Setting, List<String>> names(KnownProvider provider, Setting key, Setting address) {
        Map<Setting, List<String>> names = new EnumMap<>(Setting.class);
        names.put(key, provider.keyVariables());
        names.put(
                address,
                provider == KnownProvider.BEDROCK
                        ? REGIONS
                        : provider.addressVariable().stream().toList());
        return names;
    }

    /** Returns false for a variable that is named for other providers only. */
    static boolean isFor(String variable, String provider) {
        List<KnownProvider> named = Arrays.stream(KnownProvider.values())
                .filter(one -> of(one).values().stream().anyMatch(list -> list.contains(variable)))
                .toList();
        return named.isEmpty() || named.stream().anyMatch(one -> one.toString().equals(provider));
    }
}
