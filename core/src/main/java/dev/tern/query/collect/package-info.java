/** Collects the passages to answer from and the relations that explain them. */
@NullMarked
package dev.tern.query.collect;

import org.jspecify.annotations.NullMarked;
