/** The connection to a Milvus server: {@link dev.tern.store.milvus.client.MilvusConnection}. */
@NullMarked
package dev.tern.store.milvus.client;

import org.jspecify.annotations.NullMarked;
