package dev.tern.models;

import dev.tern.error.Redaction;
import dev.tern.error.TernException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key to a model's provider. It never shows itself: {@link #toString} hides it, and errors have it taken out. */
public final class ApiKey {
    /** What keys of this kind look like: providers echo a part of a wrong key in their messages. */
    private static final Pattern KEY_LIKE =
            Pattern.compile("\\b((sk-|AIza)[A-Za-z0-9*_.-]{4,}|(pa-|jina_)[A-Za-z0-9*_-]{16,}"
                    + "|(ABSK|bedrock-api-key-)[A-Za-z0-9*_.+/=-]{4,})");

    private final String value;
    private final Redaction redaction = new Redaction();

    private ApiKey(String value) {
        this.value = value;
        redaction.add(value);
    }

    /**
     * A key; white space around it is dropped.
     *
     * @throws TernException if it is blank or holds a character that cannot stand in a header
     */
    public static ApiKey of(String value) {
        String key = value.strip();
        if (key.isEmpty()) {
            throw TernException.user("the API key is blank: set it to a key, or leave it unset");
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw TernException.user(
                    "the API key holds a space, a line break or another character that no key has:" + " copy it again");
        }
        return new ApiKey(key);
    }

    /** The key itself, for the one header that carries it. */
    String reveal() {
        return value;
    }

    /** The text without this key (if there is one), and without anything that looks like a key. */
    static String redact(@Nullable ApiKey key, String text) {
        String known = key == null ? text : key.redaction.of(text);
        return KEY_LIKE.matcher(known).replaceAll(Redaction.HIDDEN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApiKey key && key.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return Redaction.HIDDEN;
    }
}
