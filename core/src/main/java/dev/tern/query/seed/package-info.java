/** Finds seeds: entities near names of a question, and relations and passages near the question. */
@NullMarked
package dev.tern.query.seed;

import org.jspecify.annotations.NullMarked;
