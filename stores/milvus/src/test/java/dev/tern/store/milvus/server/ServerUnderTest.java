package dev.tern.store.milvus.server;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server that all test classes share. It is never killed or stopped by a test, and may hold graphs of other tests and of
 * others' work: a test uses graph names of its own and drops them.
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
     * Where clients find it.
     *
     * @throws RuntimeException where it did not come up, with the end of its log
     */
    public URI uri() {
        return uri.get();
    }

    /** What clients prove themselves with: an API key, or user and password with a colon between. */
    public Optional<String> token() {
        return token;
    }

    /** Its name, for the names of tests; never its token. */
    @Override
    public String toString() {
        return name;
    }
}
