/** Walks from the seeds to the relations around them. */
@NullMarked
package dev.tern.query.expand;

import org.jspecify.annotations.NullMarked;
