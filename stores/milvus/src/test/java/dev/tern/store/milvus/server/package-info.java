/**
 * Milvus servers for tests: real ones, which a build downloads, starts and stops, and a proxy that breaks connections.
 *
 * <p>A test class annotated with {@link dev.tern.store.milvus.server.OnEachServer} runs once for each server that is under
 * test: both that this package starts, or the one that {@code TERN_MILVUS_URI} names. A test that kills its server or
 * needs one with options starts its own.
 */
@NullMarked
package dev.tern.store.milvus.server;

import org.jspecify.annotations.NullMarked;
