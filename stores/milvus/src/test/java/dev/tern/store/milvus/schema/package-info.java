/** Tests of fields, conditions and rows. */
@NullMarked
package dev.tern.store.milvus.schema;

import org.jspecify.annotations.NullMarked;
