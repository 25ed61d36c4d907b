package dev.tern.app.config;

import dev.tern.store.Stores;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the secrets that are sent to other processes, and the settings that choose the target. */
final class SecretTargets {
    private final Map<Setting, SettingValue> values;

    SecretTargets(Map<Setting, SettingValue> values) {
        this.values = values;
    }

    /** Returns the secrets whose target a setting chooses. */
    List<SettingValue> secretsTo(Setting address) {
        return values.values().stream()
                .filter(secret -> secret.setting().goesTo().contains(address) && isSent(secret))
                .toList();
    }

    /**
     * Returns the problem of an address on another machine to which a secret is sent without
     * encryption, in words that follow the setting's key; empty if there is none.
     */
    Optional<String> unencryptedProblem(SettingValue address) {
        return secretsTo(address.setting()).stream()
                .filter(secret -> isPlain(address) && isElsewhere(address.text()))
                .findFirst()
                .map(secret -> "is " + address.displayText() + ", where " + secret.key()
                        + " would be sent unencrypted, readable on the network: use https://, or set "
                        + "unencryptedKeys to true if the network is yours alone");
    }

    private static boolean isPlain(SettingValue address) {
        ValueKind kind = address.setting().kind();
        return (kind.equals(ValueKind.URL) || (kind.equals(ValueKind.STORE) && !kind.isPath(address.text())))
                && !address.text().toLowerCase(Locale.ROOT).startsWith("https:");
    }

    private static boolean isElsewhere(String address) {
        String host = String.valueOf(URI.create(address).getHost()).toLowerCase(Locale.ROOT);
        return !host.equals("localhost")
                && !host.endsWith(".localhost")
                && !host.equals("[::1]")
                && !host.matches("127(\\.[0-9]{1,3}){3}");
    }

    private boolean isSent(SettingValue secret) {
        return switch (secret.setting()) {
            case CHAT_API_KEY -> isSentTo(Setting.CHAT_PROVIDER, secret);
            case EMBEDDING_API_KEY -> isSentTo(Setting.EMBEDDING_PROVIDER, secret);
            case MILVUS_TOKEN ->
                Stores.options(text(Setting.STORE)).contains(secret.setting().key());
            default -> true;
        };
    }

    private boolean isSentTo(Setting provider, SettingValue key) {
        String name = text(provider).toLowerCase(Locale.ROOT);
        return key.isMeantFor(name) && !name.equals("none") && !name.equals("in-process");
    }

    private String text(Setting setting) {
        SettingValue value = values.get(setting);
        return value == null ? "" : value.text();
    }
}
