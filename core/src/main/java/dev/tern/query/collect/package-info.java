/** Takes the passages to answer from, and the relations that explain them, from a ranking and a choice. */
@NullMarked
package dev.tern.query.collect;

import org.jspecify.annotations.NullMarked;
