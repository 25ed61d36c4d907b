/** Tests of the connection to a server. */
@NullMarked
package dev.tern.store.milvus.client;

import org.jspecify.annotations.NullMarked;
