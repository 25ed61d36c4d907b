/** Tests of what happens behind writes. */
@NullMarked
package dev.tern.store.milvus.write;

import org.jspecify.annotations.NullMarked;
