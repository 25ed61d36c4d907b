package dev.tern.store.milvus.server;

import org.jspecify.annotations.Nullable;

/**
 * The options of a Milvus standalone server.
 *
 * @param authorization true to accept only the user {@code root}, with the password {@code Milvus}
 * @param tickMillis the interval of its time ticks, for which a strongly consistent read may wait;
 *     its default is 200
 * @param sessionSeconds the timeout after which a server without processor or disk gives up its
 *     session; the successor of a killed server loads no collection before
 * @param certificates its certificates for TLS, or null for plain connections
 */
public record StandaloneOptions(
        boolean authorization,
        int tickMillis,
        int sessionSeconds,
        @Nullable TestCertificates certificates) {
    /** Options without authorization and TLS; the server may be killed and restarted. */
    public static final StandaloneOptions PLAIN = new StandaloneOptions(false, 200, 8, null);

    /** Options with short ticks, for hundreds of reads; never killed, so it may start slowly. */
    public static final StandaloneOptions QUICK = new StandaloneOptions(false, 100, 120, null);

    /** The token of the only user of a server with authorization. */
    public static final String ROOT_TOKEN = "root:Milvus";
}
