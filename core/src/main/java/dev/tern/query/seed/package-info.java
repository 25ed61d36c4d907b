/** Finds seeds: entities near the question's names, relations and passages near it or its words. */
@NullMarked
package dev.tern.query.seed;

import org.jspecify.annotations.NullMarked;
