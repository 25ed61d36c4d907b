package dev.tern.models;

import dev.tern.error.TernException;
import dev.tern.text.Redaction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An API key of a model provider, which {@link #toString} does not show. Immutable. */
public final class ProviderKey {
    /** Matches keys by their prefixes, whole or masked with asterisks, as providers echo them. */
    private static final Pattern KEY_LIKE =
            Pattern.compile("\\b((sk-|AIza)[A-Za-z0-9*_.-]{4,}|(pa-|jina_)[A-Za-z0-9*_-]{16,}"
                    + "|(ABSK|bedrock-api-key-)[A-Za-z0-9*_.+/=-]{4,})");

    private final String value;
    private final Redaction redaction = new Redaction();

    private ProviderKey(String value) {
        this.value = value;
        redaction.add(value);
    }

    /**
     * Returns a key without the white space around it.
     *
     * @throws TernException if the key is blank, or contains white space or a character outside
     *     printable ASCII
     */
    public static ProviderKey of(String value) {
        String key = value.strip();
        if (key.isEmpty()) {
            throw TernException.user("the API key is blank: set it to a key, or leave it unset");
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw TernException.user(
                    "the API key has a space, a line break or another invalid character: copy it again");
        }
        return new ProviderKey(key);
    }

    /** Returns the key in plain text. */
    String reveal() {
        return value;
    }

    /** Hides words that begin like a key, and the given key if it has at least 6 characters. */
    static String redact(@Nullable ProviderKey key, String text) {
        String known = key == null ? text : key.redaction.of(text);
        return KEY_LIKE.matcher(known).replaceAll(Redaction.HIDDEN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProviderKey key && key.value.equals(value);
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
