/**
 * Milvus servers for tests: real ones, which a build downloads, starts and stops, and a proxy that
 * breaks connections.
 *
 * <p>A test class with {@link dev.tern.store.milvus.server.OnEachServer} runs for each server under
 * test: both of this package, or the one named by {@code TERN_MILVUS_URI}. A test that kills its
 * server or needs options starts its own.
 */
@NullMarked
package dev.tern.store.milvus.server;

import org.jspecify.annotations.NullMarked;
