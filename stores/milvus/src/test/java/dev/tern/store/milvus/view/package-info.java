/** Tests of the searches of a view. */
@NullMarked
package dev.tern.store.milvus.view;

import org.jspecify.annotations.NullMarked;
