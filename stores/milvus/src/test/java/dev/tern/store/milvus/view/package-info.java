/** Tests of how a view searches. */
@NullMarked
package dev.tern.store.milvus.view;

import org.jspecify.annotations.NullMarked;
