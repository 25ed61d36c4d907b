/** The connection to a Milvus server, and its failures in words: {@link dev.tern.store.milvus.client.MilvusConnection}. */
@NullMarked
package dev.tern.store.milvus.client;

import org.jspecify.annotations.NullMarked;
