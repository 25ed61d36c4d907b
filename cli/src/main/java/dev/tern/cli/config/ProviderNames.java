package dev.tern.cli.config;

import dev.tern.models.Provider;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The variables of the environment that are named for providers of chat models, the strongest first. */
final class ProviderNames {
    /** Where a region of Amazon stands. */
    static final List<String> REGIONS = List.of("AWS_REGION", "AWS_DEFAULT_REGION");

    private ProviderNames() {}

    static Map<Setting, List<String>> of(Provider provider) {
        Map<Setting, List<String>> names = new EnumMap<>(Setting.class);
        names.put(Setting.CHAT_API_KEY, provider.keyVariables());
        names.put(
                Setting.CHAT_BASE_URL,
                provider == Provider.BEDROCK
                        ? REGIONS
                        : provider.addressVariable().stream().toList());
        names.put(Setting.CHAT_ORGANIZATION, provider == Provider.OPENAI ? List.of("OPENAI_ORG_ID") : List.of());
        return names;
    }

    /** Whether something of this name may be given to a provider: what is named for another may not. */
    static boolean isFor(String variable, String provider) {
        List<Provider> named = Arrays.stream(Provider.values())
                .filter(one -> of(one).values().stream().anyMatch(list -> list.contains(variable)))
                .toList();
        return named.isEmpty() || named.stream().anyMatch(one -> one.toString().equals(provider));
    }
}
