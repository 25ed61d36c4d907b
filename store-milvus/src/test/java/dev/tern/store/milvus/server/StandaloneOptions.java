package dev.tern.store.milvus.server;

import org.jspecify.annotations.Nullable;

/**
 * What a Milvus standalone server asks of its clients.
 *
 * @param authorization whether only users get in; there is one, {@code root}, whose password is {@code Milvus}
 * @param certificates what it proves itself with over TLS, or null for plain connections
 */
public record StandaloneOptions(
        boolean authorization, @Nullable TestCertificates certificates) {
    /** Anybody gets in, over plain connections. */
    public static final StandaloneOptions PLAIN = new StandaloneOptions(false, null);

    /** The token of the one user that a server with authorization knows. */
    public static final String ROOT_TOKEN = "root:Milvus";
}
