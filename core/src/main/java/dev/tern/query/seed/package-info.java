/** Finds the seeds of the search: the entities, relations and passages nearest to the question. */
@NullMarked
package dev.tern.query.seed;

import org.jspecify.annotations.NullMarked;
