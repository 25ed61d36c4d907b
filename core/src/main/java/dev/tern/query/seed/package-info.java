/** Finds where the walk begins: the entities and relations nearest to the question. */
@NullMarked
package dev.tern.query.seed;

import org.jspecify.annotations.NullMarked;
