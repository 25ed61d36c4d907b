package dev.tern.server.settings;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.graph.MetadataFilter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;

/**
 * The API key of a caller. Only a hash of the key is kept. Immutable.
 *
 * <p>A key has to be random; a plain hash of a long random key cannot be reversed.
 */
public final class ServerKey {
    /** The minimum number of characters of a secret key. */
    public static final int MIN_CHARACTERS = 24;

    private final String name;
    private final Role role;
    private final Set<String> graphs;
    private final MetadataFilter scope;
    private final byte[] hash;

    private ServerKey(String name, Role role, Set<String> graphs, MetadataFilter scope, byte[] hash) {
        this.name = name;
        this.role = role;
        this.graphs = graphs;
        this.scope = scope;
        this.hash = hash;
    }

    /** Returns a key for whole graphs. */
    public static ServerKey of(String name, Role role, Set<String> graphs, String secret) {
        return of(name, role, graphs, MetadataFilter.everything(), secret);
    }

    /**
     * Returns a key with a role, graphs and a scope.
     *
     * @param name the name of the caller in the log
     * @param graphs the visible graphs; empty for all
     * @param scope the visible part of these graphs; only a key of the role {@link Role#READ} may
     *     have a scope other than everything
     * @param secret the key itself, at least {@value #MIN_CHARACTERS} characters
     * @throws TernException if the key is too short, has a space or a character that is not
     *     printable ASCII, or has a scope without the role {@link Role#READ}
     */
    public static ServerKey of(String name, Role role, Set<String> graphs, MetadataFilter scope, String secret) {
        if (!scope.isEverything() && role != Role.READ) {
            throw TernException.user("the API key of \"" + name + "\" has a filter, and the role "
                    + role.name().toLowerCase(Locale.ROOT) + "; a key with a filter can only read");
        }
        if (secret.length() < MIN_CHARACTERS) {
            throw TernException.user("the API key of \"" + name + "\" has " + secret.length()
                    + " characters; it must have at least " + MIN_CHARACTERS + " (as from: openssl rand -hex 24)");
        }
        if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw TernException.user("the API key of \"" + name
                    + "\" has a space or a character beyond ASCII; letters, digits and punctuation are allowed");
        }
        return new ServerKey(name, role, Set.copyOf(graphs), scope, hash(secret));
    }

    /** Returns true if a secret is this key, compared in constant time. */
    public boolean fits(String secret) {
        return MessageDigest.isEqual(hash, hash(secret));
    }

    private static byte[] hash(String secret) {
        return Sha256.digest().digest(secret.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name of the caller in the log. */
    public String name() {
        return name;
    }

    public Role role() {
        return role;
    }

    /** Returns the graphs visible to the caller; empty for all. */
    public Set<String> graphs() {
        return graphs;
    }

    /** Returns the visible part of the caller's graphs. */
    public MetadataFilter scope() {
        return scope;
    }

    @Override
    public String toString() {
        return "ProviderKey[" + name + ", " + role + ", " + (graphs.isEmpty() ? "all graphs" : graphs)
                + (scope.isEverything() ? "" : ", where " + scope) + "]";
    }
}
