/** Tests of imports that need no server. */
@NullMarked
package dev.tern.store.milvus.bulk;

import org.jspecify.annotations.NullMarked;
