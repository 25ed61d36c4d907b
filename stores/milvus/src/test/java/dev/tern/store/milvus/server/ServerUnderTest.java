package dev.tern.store.milvus.server;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server shared by all test classes. No test kills or stops it, and it may hold graphs of other
 * tests and users: a test uses its own graph names and drops them.
 */
public final class ServerUnderTest {
    private final String name;
    private final Supplier<URI> uri;
    private final Optional<String> token;

    ServerUnderTest(String name, Supplier<URI> uri, Optional<String> token) {
        this.name = name;
        this.uri = uri;
        this.token = token;
    }

    /**
     * Returns its address for clients.
     *
     * @throws RuntimeException if it did not start, with the end of its log
     */
    public URI uri() {
        return uri.get();
    }

    /** Returns the clients' credentials: an API key, or user and password with a colon between. */
    public Optional<String> token() {
        return token;
    }

    /** Returns its name, for the names of tests, without its token. */
    @Override
    public String toString() {
        return name;
    }
}
