package dev.tern.app.config;

import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Merges the values of settings for one task of chat models: its own, and {@code chat}'s where it
 * has none. Code that reads or checks the task's chat model uses the result.
 *
 * <p>A task with another provider inherits only the temperature, and a task at another host
 * inherits no key, because a key goes to its own provider only. A provider's own variables, such as
 * {@code OPENAI_API_KEY}, apply to tasks too.
 */
final class TaskValues {
    private final Map<Setting, SettingValue> all;
    private final Map<Setting, SettingValue> own;
    private final ProviderVariables variables;

    private TaskValues(Map<Setting, SettingValue> all, Map<Setting, SettingValue> own, ProviderVariables variables) {
        this.all = all;
        this.own = own;
        this.variables = variables;
    }

    /**
     * Returns the values for a task.
     *
     * @param all the values that are not for a single task, including the chat model's provider
     * @param own the values for this task alone
     * @param variables the environment's values for providers
     */
    static Map<Setting, SettingValue> of(
            Map<Setting, SettingValue> all, Map<Setting, SettingValue> own, ProviderVariables variables) {
        return own.isEmpty() ? all : new TaskValues(all, own, variables).values();
    }

    private Map<Setting, SettingValue> values() {
        SettingValue usual = Objects.requireNonNull(all.get(Setting.CHAT_PROVIDER));
        SettingValue provider = provider(usual);
        Map<Setting, SettingValue> values = new EnumMap<>(all);
        if (!provider.text().equalsIgnoreCase(usual.text())) {
            values.keySet().removeIf(setting -> SettingKey.isOfChat(setting) && setting != Setting.TEMPERATURE);
            if (!provider.text().equalsIgnoreCase("none")) {
                KnownProvider its = KnownProvider.of(provider.text());
                its.defaultChatModel()
                        .ifPresent(model -> values.put(
                                Setting.CHAT_MODEL,
                                new SettingValue(Setting.CHAT_MODEL, model, ValueOrigin.byDefault())));
                if (!own.containsKey(Setting.CHAT_BASE_URL)) {
                    values.putAll(variables.of(its));
                }
            }
        } else if (isElsewhere()) {
            values.remove(Setting.CHAT_API_KEY);
        }
        values.put(Setting.CHAT_PROVIDER, provider);
        values.putAll(own);
        return values;
    }

    /**
     * Returns the task's own provider, or that of {@code chat}, or openai if {@code chat} has none
     * but the task has a key or an address.
     */
    private SettingValue provider(SettingValue usual) {
        SettingValue named = own.get(Setting.CHAT_PROVIDER);
        if (named != null) {
            return named;
        }
        SettingValue served = own.getOrDefault(Setting.CHAT_BASE_URL, own.get(Setting.CHAT_API_KEY));
        return served != null && usual.text().equalsIgnoreCase("none")
                ? new SettingValue(
                        Setting.CHAT_PROVIDER, "openai", ValueOrigin.byDefault("since " + served.key() + " is set"))
                : usual;
    }

    private boolean isElsewhere() {
        SettingValue address = own.get(Setting.CHAT_BASE_URL);
        return address != null && !ModelEndpoint.isSameHost(address.text(), usualAddress());
    }

    /** Returns the address of the chat model; null if there is none or it is unknown. */
    private @Nullable String usualAddress() {
        SettingValue set = all.get(Setting.CHAT_BASE_URL);
        if (set != null) {
            return set.text();
        }
        String provider = Objects.requireNonNull(all.get(Setting.CHAT_PROVIDER)).text();
        return provider.equalsIgnoreCase("none")
                ? null
                : KnownProvider.of(provider).defaultBaseUrl();
    }
}
