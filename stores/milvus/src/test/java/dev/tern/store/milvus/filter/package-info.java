/** Tests of what a filter leaves. */
@NullMarked
package dev.tern.store.milvus.filter;

import org.jspecify.annotations.NullMarked;
