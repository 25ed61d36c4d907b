package dev.tern.store.milvus.server;

import org.jspecify.annotations.Nullable;

/**
 * What a Milvus standalone server asks of its clients.
 *
 * @param authorization whether only users get in; there is one, {@code root}, whose password is {@code Milvus}
 * @param tickMillis how often it tells its parts the time, which is how long a strongly consistent read can wait; a server
 *     comes with 200
 * @param sessionSeconds a server that cannot renew its session for so long, for want of processor or disk, gives up; the one
 *     that succeeds a killed server loads no collection before then
 * @param certificates what it proves itself with over TLS, or null for plain connections
 */
public record StandaloneOptions(
        boolean authorization,
        int tickMillis,
        int sessionSeconds,
        @Nullable TestCertificates certificates) {
    /** Anybody gets in, over plain connections; the server may be killed and started again. */
    public static final StandaloneOptions PLAIN = new StandaloneOptions(false, 200, 8, null);

    /** The same with short ticks, for tests of which each reads hundreds of times; never killed, so it may be kept waiting. */
    public static final StandaloneOptions QUICK = new StandaloneOptions(false, 100, 120, null);

    /** The token of the one user that a server with authorization knows. */
    public static final String ROOT_TOKEN = "root:Milvus";
}
