package dev.tern.server.settings;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;

/**
 * A key that callers name themselves by. Only its hash is kept. Immutable.
 *
 * <p>Keys are long and random, so that a plain hash of one cannot be turned back.
 */
public final class ServerKey {
    /** The fewest characters of a key. */
    public static final int LEAST_CHARACTERS = 24;

    private final String name;
    private final Role role;
    private final Set<String> graphs;
    private final Filter scope;
    private final byte[] hash;

    private ServerKey(String name, Role role, Set<String> graphs, Filter scope, byte[] hash) {
        this.name = name;
        this.role = role;
        this.graphs = graphs;
        this.scope = scope;
        this.hash = hash;
    }

    /** A key for graphs as a whole. */
    public static ServerKey of(String name, Role role, Set<String> graphs, String secret) {
        return of(name, role, graphs, Filter.everything(), secret);
    }

    /**
     * A key with its role, graphs and scope.
     *
     * @param name the name of the caller in the log
     * @param role what they may do
     * @param graphs the graphs that they may see; empty for all
     * @param scope what they may see of these graphs, for the role read
     * @param secret the key itself, at least {@value #LEAST_CHARACTERS} characters
     * @throws TernException if the key is too short, or has characters that no header carries, or may change what it sees only
     *     a part of
     */
    public static ServerKey of(String name, Role role, Set<String> graphs, Filter scope, String secret) {
        if (!scope.isEverything() && role != Role.READ) {
            throw TernException.user("the API key of \"" + name + "\" has a filter, and the role "
                    + role.name().toLowerCase(Locale.ROOT) + "; a key that sees a part of a graph can only read");
        }
        if (secret.length() < LEAST_CHARACTERS) {
            throw TernException.user("the API key of \"" + name + "\" has " + secret.length()
                    + " characters; it must have at least " + LEAST_CHARACTERS + " (as from: openssl rand -hex 24)");
        }
        if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw TernException.user("the API key of \"" + name
                    + "\" has a space or a character beyond ASCII; letters, digits and punctuation are allowed");
        }
        return new ServerKey(name, role, Set.copyOf(graphs), scope, hash(secret));
    }

    /** Whether this is the key, compared in constant time. */
    public boolean fits(String secret) {
        return MessageDigest.isEqual(hash, hash(secret));
    }

    private static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The name of the caller in the log. */
    public String name() {
        return name;
    }

    /** What its owner may do. */
    public Role role() {
        return role;
    }

    /** The graphs that its owner may see; empty for all. */
    public Set<String> graphs() {
        return graphs;
    }

    /** What its owner may see of these graphs. */
    public Filter scope() {
        return scope;
    }

    @Override
    public String toString() {
        return "ApiKey[" + name + ", " + role + ", " + (graphs.isEmpty() ? "all graphs" : graphs)
                + (scope.isEverything() ? "" : ", where " + scope) + "]";
    }
}
