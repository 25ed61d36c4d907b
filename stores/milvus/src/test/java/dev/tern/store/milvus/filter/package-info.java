/** Tests of filtered reads. */
@NullMarked
package dev.tern.store.milvus.filter;

import org.jspecify.annotations.NullMarked;
