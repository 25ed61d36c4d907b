/** Ranks the passages around the seeds, by propagation in the graph, similarity and words. */
@NullMarked
package dev.tern.query.rank;

import org.jspecify.annotations.NullMarked;
