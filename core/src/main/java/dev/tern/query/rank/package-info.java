/** Orders the passages that the seeds and the hops brought, by propagation in the graph, similarity and words. */
@NullMarked
package dev.tern.query.rank;

import org.jspecify.annotations.NullMarked;
