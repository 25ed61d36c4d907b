package dev.tern.app.config;

import dev.tern.model.ChatTask;
import java.util.Optional;

/**
 * The value of a setting and where it comes from.
 *
 * @param setting what it is the value of
 * @param task for which task of chat models alone; empty for all of them
 * @param text the value as it was written
 * @param origin where it comes from
 */
public record Value(Setting setting, Optional<ChatTask> task, String text, Origin origin) {
    /** A value that is not for one task alone. */
    public Value(Setting setting, String text, Origin origin) {
        this(setting, Optional.empty(), text, origin);
    }

    Value(Key key, String text, Origin origin) {
        this(key.setting(), key.task(), text, origin);
    }

    /** The value under a key of a file, as {@code chat.model} or {@code chat.extract.model}; empty if there is no such key. */
    public static Optional<Value> of(String key, String text, Origin origin) {
        return Key.of(key).map(known -> new Value(known, text, origin));
    }

    /** What it is set under. */
    Key under() {
        return new Key(setting, task);
    }

    /** The key in a file, as in {@code chat.rerank.model}. */
    public String key() {
        return under().text();
    }

    /** The value for people to see: of a secret only that it is set, of an address not its password. */
    public String shown() {
        return setting.kind().shown(text);
    }

    /** Whether a model provider may be sent this value: a key that is named for one provider is sent to no other. */
    boolean isMeantFor(String provider) {
        return ProviderNames.isFor(origin.place(), provider);
    }

    /** Whether it was set, and is not what is taken where nothing is. */
    public boolean isChosen() {
        return origin.kind() != Origin.Kind.DEFAULT;
    }

    @Override
    public String toString() {
        return key() + " = " + shown() + " (" + origin.place() + ")";
    }
}
