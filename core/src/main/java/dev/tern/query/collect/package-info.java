/** Follows relations to the passages that state them. */
@NullMarked
package dev.tern.query.collect;

import org.jspecify.annotations.NullMarked;
