package dev.tern.app.config;

import dev.tern.model.ChatTask;
import java.util.Optional;

/**
 * The value of a setting and its origin.
 *
 * @param task the single task of chat models; empty for all
 */
public record SettingValue(Setting setting, Optional<ChatTask> task, String text, ValueOrigin origin) {
    /** Creates a value that applies to all tasks. */
    public SettingValue(Setting setting, String text, ValueOrigin origin) {
        this(setting, Optional.empty(), text, origin);
    }

    SettingValue(SettingKey key, String text, ValueOrigin origin) {
        this(key.setting(), key.task(), text, origin);
    }

    /** Creates an unchecked value of a key such as {@code chat.model}; empty for an unknown key. */
    public static Optional<SettingValue> of(String key, String text, ValueOrigin origin) {
        return SettingKey.of(key).map(known -> new SettingValue(known, text, origin));
    }

    SettingKey under() {
        return new SettingKey(setting, task);
    }

    /** Returns the key in a file, such as {@code chat.rerank.model}. */
    public String key() {
        return under().text();
    }

    /** Returns the value for display, without a secret or an address's password. */
    public String displayText() {
        return setting.kind().displayText(text);
    }

    /** Returns true unless this value is from a variable that is named for other providers only. */
    boolean isMeantFor(String provider) {
        return ProviderNames.isFor(origin.location(), provider);
    }

    /** Returns true if the value was set; false if it is a default. */
    public boolean isChosen() {
        return origin.kind() != ValueOrigin.Kind.DEFAULT;
    }

    @Override
    public String toString() {
        return key() + " = " + displayText() + " (" + origin.location() + ")";
    }
}
