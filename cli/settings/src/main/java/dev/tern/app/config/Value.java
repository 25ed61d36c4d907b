package dev.tern.app.config;

import dev.tern.model.ChatTask;
import java.util.Optional;

/**
 * The value of a setting and its origin.
 *
 * @param setting the setting
 * @param task the single task of chat models; empty for all
 * @param text the value as written
 * @param origin its origin
 */
public record Value(Setting setting, Optional<ChatTask> task, String text, Origin origin) {
    /** Creates a value that is not for a single task. */
    public Value(Setting setting, String text, Origin origin) {
        this(setting, Optional.empty(), text, origin);
    }

    Value(Key key, String text, Origin origin) {
        this(key.setting(), key.task(), text, origin);
    }

    /** Returns the value of a key, as {@code chat.extract.model}; empty if there is no such key. */
    public static Optional<Value> of(String key, String text, Origin origin) {
        return Key.of(key).map(known -> new Value(known, text, origin));
    }

    Key under() {
        return new Key(setting, task);
    }

    /** Returns the key in a file, as in {@code chat.rerank.model}. */
    public String key() {
        return under().text();
    }

    /** Returns the value for display, without a secret or an address's password. */
    public String shown() {
        return setting.kind().shown(text);
    }

    /** Returns true unless this is from a variable named for another provider. */
    boolean isMeantFor(String provider) {
        return ProviderNames.isFor(origin.place(), provider);
    }

    /** Returns true if it was set, and is not a default. */
    public boolean isChosen() {
        return origin.kind() != Origin.Kind.DEFAULT;
    }

    @Override
    public String toString() {
        return key() + " = " + shown() + " (" + origin.place() + ")";
    }
}
